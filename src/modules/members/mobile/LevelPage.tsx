import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useFormat, useT } from '#client/texts.ts'
import { LEVELS, limitsOf, type Level } from '#modules/identity/model/levels.ts'
import { Button } from '#ui/Button.tsx'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { MenuRow } from '#ui/MenuRow.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Tag } from '#ui/Tag.tsx'
import { getLevel, type LevelView } from '../contract.ts'
import { LevelSection, times } from './LevelSection.tsx'

/** The level, what is missing for the next one, and what every level unlocks. */
export default function LevelPage(_: ScreenProps<'level'>) {
  const t = useT()
  const read = useRead(getLevel, {})
  return (
    <Page
      nav={<NavigationBar title={t('members.level.title')} />}
      onRefresh={async () => void (await read.refetch())}
    >
      <Loaded read={read} skeleton={<Skeleton kind="lines" rows={10} />}>
        {(view) => (
          <>
            <LevelSection view={view} />
            <NextStep view={view} />
            <Unlocks level={view.level} />
            <Products level={view.level} />
            <Rule at={view.nextReviewAt} />
            <Section flush>
              <MenuRow
                label={t('members.quiz.title')}
                value={t(view.quiz.passedAt === null ? 'members.level.have.todo' : 'members.level.have.done')}
                href={paths.riskQuiz()}
              />
              <MenuRow label={t('members.account.title')} href={paths.accountOpening()} />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** The one thing that the member can do now. */
function NextStep({ view }: { view: LevelView }) {
  const t = useT()
  if (view.verified && view.quiz.passedAt !== null) return null
  return (
    <Section first>
      <div className="flex pb-1">
        {view.verified ? (
          <Button href={paths.riskQuiz()}>{t('members.level.toQuiz')}</Button>
        ) : (
          <Button href={paths.realName()}>{t('members.level.toIdentity')}</Button>
        )}
      </div>
    </Section>
  )
}

function Unlocks({ level }: { level: Level }) {
  const t = useT()
  const f = useFormat()
  return (
    <Section>
      <SectionHead title={t('members.level.unlocks')} />
      <table className="w-full text-2">
        <thead>
          <tr className="text-1 text-grey-1">
            <th scope="col" className="py-1 text-left font-regular">
              {t('members.level.column.level')}
            </th>
            <th scope="col" className="py-1 text-right font-regular">
              {t('members.level.column.leverage')}
            </th>
            <th scope="col" className="py-1 text-right font-regular">
              {t('members.level.column.order')}
            </th>
            <th scope="col" className="py-1 text-right font-regular">
              {t('members.level.column.lots')}
            </th>
          </tr>
        </thead>
        <tbody>
          {LEVELS.map((each) => {
            const { maxLeverage, maxOrderValueYen, maxOpenLots } = limitsOf(each)
            return (
              <tr
                key={each}
                className={`border-t border-grey-3 ${each === level ? 'bg-brand-wash font-strong' : ''}`}
              >
                <th scope="row" className="py-2 pr-1 text-left font-inherit">
                  {t(`identity.level.${each}`)}
                  {each === level && (
                    <>
                      {' '}
                      <Tag tone="brand">{t('members.level.you')}</Tag>
                    </>
                  )}
                </th>
                <td className="py-2 text-right tabular-nums">{times(f, maxLeverage)}×</td>
                <td className="py-2 pl-2 text-right tabular-nums">{f.large(maxOrderValueYen)}</td>
                <td className="py-2 pl-2 text-right tabular-nums">{f.quantity(maxOpenLots)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <p className="pt-3 text-1 text-grey-1">{t('members.level.ipo')}</p>
    </Section>
  )
}

/** AI and copy trading by level; what is not offered yet says so. */
function Products({ level }: { level: Level }) {
  const t = useT()
  return (
    <Section>
      <SectionHead title={t('members.level.products.title')} />
      <DefinitionList>
        {LEVELS.map((each) => (
          <DefinitionRow key={each} label={t(`identity.level.${each}`)}>
            <span className={each === level ? 'font-strong' : ''}>
              {t(`members.level.products.${limitsOf(each).products}`)}
            </span>
          </DefinitionRow>
        ))}
      </DefinitionList>
      <p className="pt-3 text-1 text-grey-1">{t('members.level.products.note')}</p>
    </Section>
  )
}

function Rule({ at }: { at: string }) {
  const t = useT()
  const f = useFormat()
  return (
    <Section>
      <p className="text-1 text-grey-1">{t('members.level.review', { at: f.dateTime(at) })}</p>
    </Section>
  )
}
