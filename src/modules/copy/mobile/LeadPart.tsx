import { paths } from '#client/paths.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { toast } from '#ui/toast.tsx'
import { payStake, type PoolDetail } from '../contract.ts'
import { COPY_READS } from './use-copy.ts'

/** For the lead: the stake before the pool opens, then the way to its trading. */
export function LeadPart({ pool }: { pool: PoolDetail }) {
  const t = useT()
  const f = useFormat()
  const write = useWrite(payStake, { refreshes: COPY_READS })
  if (!pool.isLead || pool.status === 'ended' || pool.status === 'void') return null
  const isPaid = pool.lead > 0
  async function pay() {
    const yes = await confirm({
      title: t('copy.lead.stake', { yen: f.money(pool.stake) }),
      body: (
        <>
          <DefinitionList>
            <DefinitionRow label={t('copy.stake')} strong>
              {f.money(pool.stake)}
            </DefinitionRow>
          </DefinitionList>
          <p className="pt-2 text-1 text-grey-1">{t('copy.lead.stakeNote')}</p>
        </>
      ),
    })
    if (yes && (await write.run({ input: { pool: pool.id } })).ok)
      toast(t('copy.lead.staked'), { kind: 'ok' })
  }
  return (
    <Section label={t('copy.lead.yours')}>
      <SectionHead title={t('copy.lead.yours')} />
      {!isPaid && <p className="pb-2 text-1 text-grey-1">{t('copy.lead.stakeNote')}</p>}
      <div className="flex">
        {isPaid ? (
          <Button kind="secondary" href={paths.copy({ id: pool.id, view: 'lead' })}>
            {t('copy.lead.manage')}
          </Button>
        ) : (
          <Button state={write.state} onPress={() => void pay()}>
            {t('copy.lead.stake', { yen: f.money(pool.stake) })}
          </Button>
        )}
      </div>
    </Section>
  )
}
