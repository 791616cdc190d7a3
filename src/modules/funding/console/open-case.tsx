import { useRead } from '#client/reads.ts'
import { useT } from '#client/texts.ts'
import { hrefOf } from '#console/kit/address.ts'
import type { Check } from '#console/kit/Pane.tsx'
import { listQueues } from '#modules/staff/operator-contract.ts'

/**
 * The open case of risk signals about a member as a line among the checks, for those who may see such cases;
 * none otherwise. It stops nothing: who decides knows of it.
 */
export function useOpenCase(memberId: string): Check[] {
  const t = useT()
  const queues = useRead(listQueues, {}, { poll: 'deskQueue', quiet: true }).data ?? []
  const open = queues.find(({ name }) => name === 'cases')?.items.find((each) => each.memberId === memberId)
  return open === undefined
    ? []
    : [
        {
          label: t('funding.console.openCase'),
          ok: false,
          value: (
            <a className="desk-link" href={hrefOf('cases', [], { at: open.subject })}>
              {t('funding.console.openCaseSee')}
            </a>
          ),
        },
      ]
}
