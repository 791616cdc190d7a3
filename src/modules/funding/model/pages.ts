import { own, page, param } from '#wire/page.ts'

export const PAGES = {
  bankAccount: own('/subPackages/bankAccount/bankAccount', { id: param.id }),
  bankAccountAdd: own('/subPackages/bankAccount/add'),
  closeAccount: own('/subPackages/bankAccount/close'),
  withdrawalClock: page('/subPackages/withdrawal/clock'),
  withdrawal: own('/subPackages/withdrawal/withdrawal', { id: param.id }),
  recharge: own('/subPackages/recharge/recharge', { id: param.id }),
}
