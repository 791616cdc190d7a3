import { own, param } from '#wire/page.ts'

export const PAGES = {
  accountLog: own('/subPackages/bankAccount/accountLog', {
    account: param.word,
    order: param.id,
    lot: param.id,
  }),
  delivery: own('/subPackages/jiaoyi/delivery', { lot: param.id }),
}
