import { own, page, param, tab } from '#wire/page.ts'

export const PAGES = {
  startup: page('/'),
  home: tab('/pages/index/index'),
  user: tab('/pages/user/user'),
  stock: page('/subPackages/index/gupiaoDetail/gupiaoDetail', { code: param.issueCode, view: param.word }),
  tour: own('/subPackages/index/tour/tour'),
  settings: page('/subPackages/seting/seting'),
}
