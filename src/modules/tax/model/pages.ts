import { own, param } from '#wire/page.ts'

export const PAGES = {
  tax: own('/subPackages/bankAccount/tax'),
  taxReport: own('/subPackages/bankAccount/taxReport', { year: param.word }),
}
