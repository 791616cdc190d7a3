import { useFormat, useT } from '#client/texts.ts'
import type { OperatorActView } from '#modules/staff/contract.ts'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Section } from '#ui/Section.tsx'
import { Tag } from '#ui/Tag.tsx'

const TONES = { open: 'warn', 'carried-out': 'ok', lapsed: 'grey', withdrawn: 'grey' } as const

/**
 * One act of operators: what, when, why, and who approved it, by role and number; of one that is not
 * complete, until when it can be, or how it ended.
 */
export function Act({ act }: { act: OperatorActView }) {
  const t = useT()
  const f = useFormat()
  return (
    <Section>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-2 font-strong">{act.what}</h2>
        <span className="flex gap-1">
          <Tag tone={TONES[act.status]}>
            {t(act.status === 'carried-out' ? 'staff.carriedOut' : `staff.unfinished.${act.status}`)}
          </Tag>
          {act.demoDesk && <Tag tone="warn">{t('staff.demoDesk')}</Tag>}
        </span>
      </div>
      <p className="text-1 text-grey-1">
        <time dateTime={act.at}>{f.dateTime(act.at)}</time>
      </p>
      {act.status !== 'carried-out' && (
        <p className="text-1 text-grey-1">
          {t(`staff.unfinishedNote.${act.status}`, { at: f.dateTime(act.endsAt) })}
        </p>
      )}
      <DefinitionList label={act.what}>
        {act.reason !== null && (
          <DefinitionRow label={t('staff.reason')} note={act.reason.text ?? undefined}>
            {act.reason.words}
          </DefinitionRow>
        )}
        {act.approvals.map(({ role, number, at }) => (
          <DefinitionRow
            key={`${role} ${number}`}
            label={t('staff.signer', { role: t(`staff.role.${role}`), number: String(number) })}
          >
            {f.dateTime(at)}
          </DefinitionRow>
        ))}
      </DefinitionList>
      {act.serverKeys && !act.demoDesk && (
        <p className="pt-1 text-1 text-grey-1">{t('staff.serverKeyNote')}</p>
      )}
      {act.demoDesk && <p className="pt-1 text-1 text-grey-1">{t('staff.demoDeskNote')}</p>}
    </Section>
  )
}
