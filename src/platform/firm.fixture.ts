import type { Lang } from '#i18n/lang.ts'
import { LANGS } from '#i18n/lang.ts'

const everywhere = (text: string) =>
  Object.fromEntries(LANGS.map((lang) => [lang, text])) as Record<Lang, string>

/** The content of a `FIRM_FILE`, for tests: no firm of this name or these accounts is meant. */
export const firmFile = () => ({
  name: { ...everywhere('Tomoshibi Securities'), ja: 'ともしび証券株式会社' },
  registration: '関東財務局長（金商）第0001号',
  address: everywhere('1-1 Kabutocho, Chuo-ku, Tokyo'),
  accounts: {
    deposits: {
      bankCode: '0001',
      bankName: 'みずほ銀行',
      branchCode: '001',
      branchName: '東京営業部',
      type: 'current',
      number: '7654321',
      holder: 'ﾄﾓｼﾋﾞｼﾖｳｹﾝ(ｶ',
    },
    payouts: {
      bankCode: '0001',
      bankKana: 'ﾐｽﾞﾎ',
      branchCode: '001',
      branchKana: 'ﾄｳｷﾖｳ',
      type: 'ordinary',
      number: '1234567',
      clientCode: '0123456789',
      senderKana: 'ﾄﾓｼﾋﾞｼﾖｳｹﾝ(ｶ',
    },
  },
  complaints: {
    own: { name: everywhere('Complaints desk'), phone: '03-0000-1111', hours: everywhere('Mon–Fri 9–17') },
    mediator: { name: everywhere('FINMAC'), phone: '0120-64-5005', hours: everywhere('Mon–Fri 9–17') },
  },
  openingGift: false,
})
