import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { SectionHead } from '#ui/Section.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { listActions } from '../contract.ts'
import { kindWord, whatItIs } from './labels.ts'

/** An issue's dividends and splits, announced and of the last year, on its company page. */
export function CompanyActions({ code }: { code: string }) {
  const t = useT()
  const f = useFormat()
  const read = useRead(listActions, { query: { code } })
  return (
    <div className="pb-3">
      <SectionHead
        flush
        title={t('corporate-actions.title')}
        more={{ label: t('corporate-actions.view.calendar'), href: paths.dividends() }}
      />
      <div className="px-gutter">
        <Loaded read={read} skeleton={<Skeleton kind="lines" rows={2} />}>
          {({ known, actions }) =>
            actions.length === 0 ? (
              <p className="text-1 text-grey-1 py-2">
                {t(known ? 'corporate-actions.noneOfIssue' : 'corporate-actions.unknown')}
              </p>
            ) : (
              <DefinitionList label={t('corporate-actions.title')}>
                {actions.map((action) => (
                  <DefinitionRow key={action.id} label={f.day(action.exDate)} note={whatItIs(t, f, action)}>
                    {kindWord(t, action)}
                  </DefinitionRow>
                ))}
              </DefinitionList>
            )
          }
        </Loaded>
      </div>
    </div>
  )
}
