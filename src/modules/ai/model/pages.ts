import { page, param } from '#wire/page.ts'

export const PAGES = { ai: page('/subPackages/index/ai/ai', { id: param.id, view: param.word }) }
