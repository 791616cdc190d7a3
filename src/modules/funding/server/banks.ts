import type { ZenginPlace } from 'zengin-code'
import { found } from '../model/bank-search.ts'

export type Place = { code: string; name: string; kana: string }
type Banks = typeof import('zengin-code').default

/** Shown before anything is typed (facts: bank, section 1). */
const LARGEST = ['0001', '0005', '0009', '0010', '0017', '0310', '9900']

/**
 * Banks and branches of the Zengin list; the package's version is the master. Half a second to load, so not
 * before somebody asks.
 */
export function openBanks() {
  let loading: Promise<Banks> | null = null
  const load = (): Promise<Banks> => (loading ??= import('zengin-code').then((module) => module.default))
  const place = ({ code, name, kana }: ZenginPlace): Place => ({
    code,
    name: name.normalize('NFKC'),
    kana: kana.normalize('NFKC'),
  })
  return {
    async banks(query: string): Promise<Place[]> {
      const all = await load()
      if (query.trim() === '') return LARGEST.flatMap((code) => (all[code] ? [place(all[code])] : []))
      return found(Object.values(all), query).map(place)
    },
    /** Null: there is no such bank. */
    async branches(bankCode: string, query: string): Promise<Place[] | null> {
      const bank = (await load())[bankCode]
      return bank === undefined ? null : found(Object.values(bank.branches), query).map(place)
    },
    /** The same as transfers write them; null where there is none. */
    async kana(
      bankCode: string,
      branchCode: string,
    ): Promise<{ bankKana: string; branchKana: string } | null> {
      const bank = (await load())[bankCode]
      const branch = bank?.branches[branchCode]
      return bank && branch ? { bankKana: place(bank).kana, branchKana: place(branch).kana } : null
    },
    /** The names behind two codes; null where there is none. */
    async names(
      bankCode: string,
      branchCode: string,
    ): Promise<{ bankName: string | null; branchName: string | null }> {
      const bank = (await load())[bankCode]
      const branch = bank?.branches[branchCode]
      return { bankName: bank ? place(bank).name : null, branchName: branch ? place(branch).name : null }
    },
  }
}
export type BankList = ReturnType<typeof openBanks>
