import { own } from '#wire/page.ts'

export const PAGES = { apiKeys: own('/subPackages/security/apiKeys') }
