import { page, param, tab } from '#wire/page.ts'

export const PAGES = {
  startup: page('/'),
  home: tab('/pages/index/index'),
  user: tab('/pages/user/user'),
  stock: page('/subPackages/index/gupiaoDetail/gupiaoDetail', { code: param.issueCode, view: param.word }),
  settings: page('/subPackages/seting/seting'),
}
