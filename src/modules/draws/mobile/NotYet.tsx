import { IconShieldCheck, IconX } from '@tabler/icons-react'
import { paths } from '#client/paths.ts'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { DefinitionList, DefinitionRow } from '#ui/Definition.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { getDraw, getDrawFile, type DrawView } from '../contract.ts'
import { foundRoot } from '../model/check.ts'
import { shortened } from './CheckStep.tsx'

/** Before it is decided, and where it is void: what there is, and what comes. */
export function NotYet({ draw }: { draw: DrawView }) {
  const t = useT()
  const f = useFormat()
  const { id, status, voidReason } = draw
  // The next state is read as it comes; it is the read that the page shows.
  useRead(getDraw, { params: { id } }, { poll: status === 'void' ? false : 'drawChain' })
  const notes = {
    open: t('draws.state.open.note', { at: f.dateTime(draw.closesAt) }),
    closed: t('draws.state.closed.note'),
    revealed: t('draws.state.revealed.note', { done: draw.linksDone, links: draw.links }),
    void: `${voidReason === null ? '' : t(`draws.void.${voidReason}`)} — ${t('draws.state.void.note')}`,
    decided: '',
  }
  return (
    <>
      <Empty
        icon={
          status === 'void' ? (
            <IconX className="size-8" aria-hidden />
          ) : (
            <IconShieldCheck className="size-8" aria-hidden />
          )
        }
        title={t(`draws.state.${status}`)}
        note={notes[status]}
        action={{ label: t('draws.toAll'), href: paths.drawCheck() }}
      />
      <Section>
        <SectionHead title={t('draws.check.known')} />
        <DefinitionList>
          <DefinitionRow label={t('draws.check.commitment.operator')}>
            <Hash text={draw.commitments.operator} />
          </DefinitionRow>
          <DefinitionRow label={t('draws.check.commitment.auditor')}>
            <Hash text={draw.commitments.auditor} />
          </DefinitionRow>
          <DefinitionRow label={t('draws.check.root')}>
            {draw.root === null ? '—' : <Hash text={draw.root} />}
          </DefinitionRow>
          {voidReason === 'list-changed' && <FoundRoot id={id} />}
          <DefinitionRow label={t('draws.check.tickets')}>{f.quantity(draw.tickets)}</DefinitionRow>
        </DefinitionList>
      </Section>
    </>
  )
}

/**
 * Of the list as it was found when lots should have been given, computed on this device: it is not the one
 * above, and that is why.
 */
function FoundRoot({ id }: { id: string }) {
  const t = useT()
  const file = useRead(getDrawFile, { params: { id } })
  const root = file.data ? foundRoot(file.data.list) : null
  return (
    <DefinitionRow label={t('draws.check.foundRoot')}>
      {root === null ? '—' : <Hash text={root} />}
    </DefinitionRow>
  )
}

const Hash = ({ text }: { text: string }) => <code className="text-1">{shortened(text)}</code>
