import { own, param } from '#wire/page.ts'

export const PAGES = {
  incomeLog: own('/subPackages/details/details', { from: param.date, to: param.date }),
  transactionLog: own('/subPackages/transactionLog/transactionLog', { view: param.word }),
  performance: own('/subPackages/bankAccount/performance'),
  reports: own('/subPackages/bankAccount/reports'),
  bonus: own('/subPackages/index/hongli/hongli'),
}
