import { useQuery } from '@tanstack/react-query'
import { call } from '#client/call.ts'
import type { CallError } from '#client/call-error.ts'
import { saveFile } from '#client/save-file.ts'
import { checkSigned, type Checked } from '#client/signed.ts'
import { useFormat, useT } from '#client/texts.ts'
import { Button } from '#ui/Button.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tag } from '#ui/Tag.tsx'
import { getMarketDay, type MarketDayView } from '../contract.ts'
import { checkDay, DAY_CHECKS, type DayCheck } from '../model/day-check.ts'
import { commitmentText, type DayFile } from '../model/market-day.ts'
import { stateOf, TONES } from './day-state.ts'

type Found = { file: DayFile; wrong: readonly DayCheck[] }

/** One day: what was sealed and revealed; this device checks that they belong together. */
export function OneDay({ day, publicKey }: { day: MarketDayView; publicKey: string }) {
  const t = useT()
  const f = useFormat()
  const state = stateOf(day)
  const signed = useQuery<Checked>({
    queryKey: ['market-day', day.signature],
    queryFn: () => checkSigned(commitmentText(day), day.signature, publicKey),
  })
  const read = useQuery<Found, CallError>({
    queryKey: ['market-day', day.tradeDate, day.fileHash],
    enabled: state === 'revealed',
    staleTime: Infinity,
    queryFn: async () => {
      const file = (await call(getMarketDay, { params: { date: day.tradeDate } })) as DayFile
      return { file, wrong: checkDay(file, day) }
    },
  })
  return (
    <>
      <Section>
        <SectionHead
          title={f.date(day.tradeDate)}
          note={
            day.part > 1
              ? t(day.joins ? 'venue.days.joins' : 'venue.days.part', { part: day.part })
              : undefined
          }
        />
        <p className="pb-2">
          <Tag tone={TONES[state]}>{t(`venue.days.state.${state}`)}</Tag>
        </p>
        <p className="text-2 text-grey-1">
          {t(`venue.days.note.${state === 'revealed' && !read.data ? 'unchecked' : state}`)}
        </p>
        {day.late && (
          <p className="pt-2 text-2 text-grey-1">
            {t('venue.days.late', { at: f.dateTime(day.committedAt) })}
          </p>
        )}
      </Section>
      <Section>
        <DefinitionList>
          <DefinitionRow label={t('venue.days.sealed')}>{f.dateTime(day.committedAt)}</DefinitionRow>
          {day.revealedAt !== null && (
            <DefinitionRow label={t('venue.days.revealed')}>{f.dateTime(day.revealedAt)}</DefinitionRow>
          )}
          <DefinitionRow label={t('venue.days.signature')}>
            {t(`trust.house.${signed.data ?? 'right'}`)}
          </DefinitionRow>
          {read.data && (
            <DefinitionRow label={t('venue.days.orders')}>
              {f.quantity(read.data.file.lines.filter(([, , what]) => what[0] === 'submit').length)}
            </DefinitionRow>
          )}
        </DefinitionList>
        <Hash label={t('venue.days.commitment')} value={day.commitment} />
        {day.seed !== null && <Hash label={t('venue.days.seed')} value={day.seed} />}
        {day.closesHash !== null && <Hash label={t('venue.days.closes')} value={day.closesHash} />}
        {day.fileHash !== null && <Hash label={t('venue.days.file')} value={day.fileHash} />}
      </Section>
      {state === 'revealed' && (
        <Loaded
          read={read}
          skeleton={
            <Section flush>
              <Skeleton kind="lines" rows={4} />
            </Section>
          }
        >
          {({ file, wrong }) => (
            <Section>
              <SectionHead title={t('venue.days.checked')} />
              <ul>
                {DAY_CHECKS.map((check) => (
                  <Line key={check} isRight={!wrong.includes(check)}>
                    {t(`venue.days.check.${check}`)}
                  </Line>
                ))}
              </ul>
              <p className="py-2 text-2 text-grey-1">{t('venue.days.again')}</p>
              <div className="flex">
                <Button
                  kind="secondary"
                  size="s"
                  onPress={() =>
                    saveFile(
                      `akari-day-${file.tradeDate}.json`,
                      new Blob([JSON.stringify(file)], { type: 'application/json' }),
                    )
                  }
                >
                  {t('venue.days.download')}
                </Button>
              </div>
            </Section>
          )}
        </Loaded>
      )}
    </>
  )
}

function Hash({ label, value }: { label: string; value: string }) {
  return (
    <p className="pt-2 text-1 text-grey-1">
      <span className="block">{label}</span>
      <span className="block break-all font-code">{value}</span>
    </p>
  )
}

function Line({ isRight, children }: { isRight: boolean; children: string }) {
  const t = useT()
  return (
    <li className="flex items-center justify-between gap-3 border-b border-grey-3 py-2 text-2">
      {children}
      <Tag tone={isRight ? 'ok' : 'danger'}>{t(isRight ? 'venue.days.right' : 'venue.days.wrong')}</Tag>
    </li>
  )
}
