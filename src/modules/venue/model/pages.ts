import { page, param } from '#wire/page.ts'

export const PAGES = { marketDays: page('/subPackages/trust/days', { date: param.date, part: param.number }) }
