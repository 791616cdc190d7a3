import { own, page, param } from '#wire/page.ts'

export const PAGES = {
  copy: page('/subPackages/index/gendan/gendan', { id: param.id, view: param.word }),
  copyRecord: own('/subPackages/index/gendan/record', { id: param.id }),
}
