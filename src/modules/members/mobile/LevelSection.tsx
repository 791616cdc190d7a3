import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { useFormat, useT } from '#client/texts.ts'
import { limitsOf, LEVELS, type Level } from '#modules/identity/model/levels.ts'
import { ICON_S } from '#ui/icon.ts'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Steps } from '#ui/Steps.tsx'
import type { LevelView } from '../contract.ts'
import { checklist, nextLevel, type Checked, type Standing } from '../model/levels.ts'
import { useStandingAnew } from './standing.ts'

export const standingOf = ({
  level,
  verified,
  quiz,
  days,
  equity,
  daysSinceUnmetCall,
}: LevelView): Standing => ({
  level,
  verified,
  quizPassed: quiz.passedAt !== null,
  days,
  equityYen: equity,
  daysSinceUnmetCall,
})

/** 2, 2.5: as many decimals as it has. */
export const times = (f: ReturnType<typeof useFormat>, leverage: number): string =>
  f.number(leverage, Number.isInteger(leverage) ? 0 : 1)

/** The level, and the checklist for the next one: what is there, what is missing, by how much. */
export function LevelSection({ view, href }: { view: LevelView; href?: string }) {
  const t = useT()
  const f = useFormat()
  useStandingAnew()
  const { level } = view
  const next = nextLevel(level)
  const checks = next === null ? [] : checklist(next, standingOf(view))
  const missing = checks.filter(({ met }) => !met).length
  const name = (which: Level) => t(`identity.level.${which}`)
  const ahead =
    next === null
      ? t('members.level.highest')
      : t('members.level.next', { level: name(next), leverage: times(f, limitsOf(next).maxLeverage) })
  return (
    <Section>
      <SectionHead
        title={t('members.level.heading', { level: name(level) })}
        {...(href === undefined ? { note: ahead } : { more: { label: ahead, href } })}
      />
      <Steps
        label={t('members.level.title')}
        steps={LEVELS.map(name)}
        current={LEVELS.indexOf(level)}
        numbered={false}
      />
      {next !== null && (
        <>
          <ul className="flex flex-col gap-2.5 pt-3 pb-1">
            {checks.map((check) => (
              <CheckRow key={check.requirement} check={check} />
            ))}
          </ul>
          <p role="status" className="pt-1 text-1 text-grey-1">
            {missing === 0
              ? t('members.level.ready', { level: name(next) })
              : t('members.level.missing', { level: name(next), count: missing })}
          </p>
        </>
      )}
    </Section>
  )
}

function CheckRow({ check }: { check: Checked }) {
  const t = useT()
  const { requirement, met, need } = check
  return (
    <li className="flex items-start gap-3 text-2">
      {met ? (
        <IconCircleCheck {...ICON_S} className="size-5 shrink-0 text-ok" />
      ) : (
        <IconCircle {...ICON_S} className="size-5 shrink-0 text-grey-2" />
      )}
      <span className="sr-only">{t(met ? 'members.level.met' : 'members.level.unmet')}</span>
      <span className="min-w-0 grow">
        {requirement === 'identity' || requirement === 'quiz'
          ? t(`members.level.req.${requirement}`)
          : t(`members.level.req.${requirement}`, { need: need! })}
      </span>
      <Have check={check} />
    </li>
  )
}

function Have({ check: { requirement, met, have, need } }: { check: Checked }) {
  const t = useT()
  const f = useFormat()
  const text =
    requirement === 'days'
      ? met
        ? t('members.level.have.days', { have: have! })
        : t('members.level.have.daysLeft', { left: need! - have! })
      : requirement === 'equity'
        ? f.money(have)
        : requirement === 'calls'
          ? have === null
            ? t('members.level.have.none')
            : have === 0
              ? t('members.level.have.callOpen')
              : t('members.level.have.callDays', { have })
          : t(met ? 'members.level.have.done' : 'members.level.have.todo')
  return (
    <span className={`shrink-0 text-right tabular-nums ${met ? 'text-grey-1' : 'font-strong'}`}>{text}</span>
  )
}
