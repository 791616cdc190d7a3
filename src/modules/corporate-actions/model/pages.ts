import { page, param } from '#wire/page.ts'

export const PAGES = { dividends: page('/subPackages/dividends/dividends', { view: param.word }) }
