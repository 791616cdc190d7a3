import { own } from '#wire/page.ts'

export const PAGES = { webhooks: own('/subPackages/security/webhooks') }
