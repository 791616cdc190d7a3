import { page, param } from '#wire/page.ts'

export const PAGES = { ipo: page('/subPackages/index/ipo/ipo', { id: param.id, view: param.word }) }
