import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { chooseTaxAccount, getTax, type TaxView } from '#modules/tax/contract.ts'
import { ACCOUNT_KINDS } from '#modules/tax/model/year.ts'
import { confirm } from '#ui/confirm.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Segment } from '#ui/Segment.tsx'
import { toast } from '#ui/toast.tsx'

/** The way tax is paid, and the choice while there still is one. */
export function AccountKind({ tax }: { tax: TaxView }) {
  const t = useT()
  const f = useFormat()
  const write = useWrite(chooseTaxAccount, { refreshes: [getTax] })

  async function choose(account: TaxView['account']) {
    if (account === tax.account || write.state !== 'idle') return
    const yes = await confirm({ title: t(`tax.account.${account}`), body: t(`tax.account.${account}Note`) })
    if (!yes) return
    const answer = await write.run({ input: { account } })
    if (answer.ok) toast(t('tax.account.done'), { kind: 'ok' })
  }

  return (
    <Section>
      <SectionHead
        title={t('tax.account.title')}
        note={tax.mayChoose ? undefined : t(`tax.account.${tax.account}`)}
      />
      {tax.mayChoose && (
        <Segment
          label={t('tax.account.title')}
          value={tax.account}
          onChange={(account) => void choose(account)}
          options={ACCOUNT_KINDS.map((value) => ({ value, label: t(`tax.account.${value}`) }))}
        />
      )}
      <p className="text-grey-1 text-1 pt-2">{t(`tax.account.${tax.account}Note`)}</p>
      <p className="text-grey-1 text-1 pt-1">
        {f.sentences(
          t(tax.mayChoose ? 'tax.account.mayChoose' : 'tax.account.fixed', { year: tax.year }),
          t('tax.account.nisa'),
        )}
      </p>
    </Section>
  )
}
