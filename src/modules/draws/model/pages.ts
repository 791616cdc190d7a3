import { page, param } from '#wire/page.ts'

export const PAGES = {
  drawCheck: page('/subPackages/index/ipo/verify', { id: param.id, application: param.id }),
}
