import { page, param } from '#wire/page.ts'

export const PAGES = {
  blockTrade: page('/subPackages/index/dadan/dadan', { id: param.id, view: param.word }),
}
