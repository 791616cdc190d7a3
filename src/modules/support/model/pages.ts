import { own, param } from '#wire/page.ts'

export const PAGES = {
  customerService: own('/subPackages/customerService/customerService', { about: param.word }),
}
