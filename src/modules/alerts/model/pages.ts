import { own, param } from '#wire/page.ts'

export const PAGES = {
  alerts: own('/subPackages/alerts/alerts', {
    code: param.issueCode,
    watches: param.oneOf('above', 'below'),
    price: param.number,
  }),
}
