import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '#client/reads.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { getTemplates, removeTemplate, saveTemplate, type TemplateView } from '#modules/orders/contract.ts'
import type { TemplateTerms } from '#modules/orders/model/templates.ts'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.tsx'
import { Field } from '#ui/Field.tsx'
import { ICON_S } from '#ui/icon.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { Sheet } from '#ui/Modal.tsx'
import { toast } from '#ui/toast.tsx'
import { openingWay } from './opening-way.ts'
import { trailWords } from './trail-words.ts'

/** The member's templates: one pressed fills the ticket in; what the ticket says is kept under a name. */
export function TemplatesSheet({
  terms,
  onPick,
  onClose,
}: {
  /** The ticket as it would be kept; null: it is not filled in. */
  terms: TemplateTerms | null
  onPick: (template: TemplateView) => void
  onClose: () => void
}) {
  const t = useT()
  const read = useRead(getTemplates, {})
  return (
    <Sheet open onClose={onClose} title={t('orders.templates.title')}>
      <Loaded read={read} skeleton="lines">
        {({ templates }) =>
          templates.length === 0 ? (
            <p className="px-gutter py-2 text-2 text-grey-1">{t('orders.templates.none')}</p>
          ) : (
            <ul aria-label={t('orders.templates.title')}>
              {templates.map((template) => (
                <Template key={template.id} template={template} onPick={onPick} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {terms !== null && <Save terms={terms} />}
    </Sheet>
  )
}

function Template({
  template,
  onPick,
}: {
  template: TemplateView
  onPick: (template: TemplateView) => void
}) {
  const t = useT()
  const f = useFormat()
  const remove = useWrite(removeTemplate, { refreshes: [getTemplates] })
  const { id, name, type, quantity, leverage, condition, timeInForce, validity } = template
  const execution = timeInForce === 'ioc' ? 'ioc' : condition
  const trails = [
    trailWords(t, f, { trailYen: template.trailYen ?? null, trailBp: template.trailBp ?? null }),
    trailWords(t, f, { trailYen: template.exitTrailYen ?? null, trailBp: template.exitTrailBp ?? null }),
  ].filter((one) => one !== null)
  const words = [
    t(`orders.way.${openingWay(template)}`),
    ...(leverage === 1 ? [] : [t('orders.confirm.times', { leverage })]),
    t(`orders.type.${type}`),
    f.shares(quantity),
    ...(execution === 'none' ? [] : [t(`orders.execution.${execution}`)]),
    ...(validity === 'day' ? [] : [t(`orders.validity.${validity}`)]),
    ...exitWords(template).map(({ exit, bp }) => `${t(`orders.ticket.${exit}`)} ${f.signedPercent(bp)}`),
    ...trails.map((distance) => t('orders.trail.with', { distance })),
  ]
  async function ask() {
    if (
      await confirm({
        title: t('orders.templates.removeTitle', { name }),
        body: words.join(f.dot),
        danger: true,
      })
    )
      await remove.run({ params: { id } })
  }
  return (
    <li className="border-grey-3 mx-gutter flex items-center border-b">
      <button
        type="button"
        className="pressable min-h-touch min-w-0 grow py-2 text-left"
        onClick={() => onPick(template)}
      >
        <span className="block text-2 font-strong">{name}</span>
        <span className="block text-1 text-grey-1">{words.join(f.dot)}</span>
      </button>
      <button
        type="button"
        className="pressable grid size-touch shrink-0 place-items-center rounded-1 text-grey-1"
        aria-label={t('orders.templates.remove', { name })}
        onClick={() => void ask()}
      >
        <IconTrash {...ICON_S} aria-hidden />
      </button>
    </li>
  )
}

/** Exits of a template as changes of the price, with the sign that they have for its side. */
function exitWords({ side, takeProfitBp, stopLossBp }: TemplateView) {
  const towards = side === 'up' ? 1 : -1
  return [
    ...(takeProfitBp === null ? [] : [{ exit: 'takeProfit', bp: towards * takeProfitBp } as const]),
    ...(stopLossBp === null ? [] : [{ exit: 'stopLoss', bp: -towards * stopLossBp } as const]),
  ]
}

function Save({ terms }: { terms: TemplateTerms }) {
  const t = useT()
  const [name, setName] = useState('')
  const write = useWrite(saveTemplate, { refreshes: [getTemplates] })
  async function submit() {
    const answer = await write.run({ input: { ...terms, name } })
    if (!answer.ok) return
    setName('')
    toast(t('orders.templates.saved', { name: name.trim() }), { kind: 'ok' })
  }
  return (
    <form
      className="px-gutter pt-3 pb-3"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Field
        label={t('orders.templates.name')}
        rule={t('orders.templates.note')}
        error={write.error?.msg}
        value={name}
        onChange={setName}
        maxLength={40}
        enterKeyHint="done"
      />
      <div className="flex pt-2">
        <Button type="submit" state={write.state} disabled={name.trim() === ''}>
          {t('orders.templates.save')}
        </Button>
      </div>
    </form>
  )
}
