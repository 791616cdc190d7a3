import { own } from '#wire/page.ts'

export const PAGES = { operatorActs: own('/subPackages/operatorActs/operatorActs') }
