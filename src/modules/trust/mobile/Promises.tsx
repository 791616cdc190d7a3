import { breaches, promises, type Breach } from '#client/promises.ts'
import { useSession } from '#client/session.ts'
import { useFormat, useT } from '#client/texts.ts'
import { iso } from '#kernel/time.ts'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { keptPromises } from './kept-promises.ts'
import { Step } from './Step.tsx'

/** What the house promised with its answers, and whether this device has seen it kept. */
export function Promises() {
  const t = useT()
  const f = useFormat()
  const { userId } = useSession()
  const waiting = promises.useEntries().filter((promise) => promise.userId === userId)
  const kept = keptPromises.useEntries()
  const [last] = kept
  return (
    <Section>
      <SectionHead title={t('trust.promises.title')} />
      <p className="pb-1 text-1 text-grey-1">{t('trust.promises.lead')}</p>
      <ul>
        {last !== undefined && <Step state="right" title={t('trust.promises.kept', { count: kept.length })}>{t('trust.promises.last', { seq: last.seq, at: f.dateTime(iso(last.at)) })}</Step>}
        {waiting.length > 0 && <Step state="uncheckable" title={t('trust.promises.waiting', { count: waiting.length })}>{t('trust.promises.waitingNote')}</Step>}
        {last === undefined && waiting.length === 0 && <Step state="uncheckable" title={t('trust.promises.none')}>{t('trust.promises.noneNote')}</Step>}
      </ul>
    </Section>
  )
}

/** What this device found that must not be, with what proves it to others; it stays until the member removes it. */
export function Breaches({ found }: { found: readonly Breach[] }) {
  const t = useT()
  const f = useFormat()
  const remove = async (breach: Breach) => {
    if (await confirm({ title: t('trust.breach.remove'), body: t('trust.breach.removeNote'), ok: t('trust.breach.remove'), danger: true })) breaches.remove(breach)
  }
  return (
    <Section>
      <SectionHead title={t('trust.breach.title')} />
      <p className="pb-1 text-1 text-grey-1">{t('trust.breach.note')}</p>
      <ul>
        {found.map((breach) => (
          <Step key={`${breach.kind} ${breach.promise}`} state="wrong" title={t(`trust.breach.${breach.kind}`)}>
            <span className="block">{f.dateTime(iso(breach.at))}</span>
            {breach.promise !== null && <span className="block break-all font-code">{breach.promise}</span>}
            <span className="flex pt-2"><Button kind="neutral" size="s" onPress={() => void remove(breach)}>{t('trust.breach.remove')}</Button></span>
          </Step>
        ))}
      </ul>
    </Section>
  )
}
