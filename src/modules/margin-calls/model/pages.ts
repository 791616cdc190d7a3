import { own } from '#wire/page.ts'

export const PAGES = { margin: own('/subPackages/bankAccount/margin') }
