import { page, param } from '#wire/page.ts'

export const PAGES = { dayTrade: page('/subPackages/index/rinei/index', { id: param.id, view: param.word }) }
