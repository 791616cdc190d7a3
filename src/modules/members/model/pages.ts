import { own } from '#wire/page.ts'

export const PAGES = {
  realName: own('/subPackages/real_name/real_name'),
  accountOpening: own('/subPackages/account/account'),
  investorProfile: own('/subPackages/account/profile'),
  level: own('/subPackages/level/level'),
  riskQuiz: own('/subPackages/level/quiz'),
}
