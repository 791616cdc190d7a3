import type { MemberId } from '#kernel/id.ts'
import { useState } from 'react'
import { refresh, useRead } from '#client/reads.ts'
import { useT, useText } from '#client/texts.ts'
import { useAct, useMe } from '#console/kit/act.ts'
import { Assigned } from '#console/kit/Assigned.tsx'
import { DeskButton, Mark } from '#console/kit/Control.tsx'
import { FrozenLine } from '#console/kit/FrozenLine.tsx'
import { useKeys } from '#console/kit/keys.ts'
import { PaneSection } from '#console/kit/Pane.tsx'
import { ActList } from '#console/kit/Stage.tsx'
import { Picture, UPRIGHT, useLook, type Look } from '#console/kit/Picture.tsx'
import type { Person } from '#modules/staff/operator-contract.ts'
import { confirm } from '#ui/confirm.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { caseOf, REJECT_REASONS, SIDES, type RejectReason, type Side } from '../model/verification.ts'
import { getIdentityCase, listIdentityCases, type IdentityCaseView } from '../operator-contract.ts'
import { CaseTable } from './CaseTable.tsx'
import { FlaggedSide, FlagNotice } from './Flagged.tsx'
import { sideKey } from './side-key.ts'
import { SideMark } from './SideMark.tsx'

/** `alone`: by its address, without the queue beside it. */
type Props = {
  memberId: MemberId
  alone?: boolean
  assigned: { subject: string; who: Person | null } | null
  onDecided: () => void
}

/**
 * One member's documents: both pictures side by side, what was typed beside the published checks, and a
 * decision for each side.
 */
export function IdentityCasePane({ memberId, alone = false, assigned, onDecided }: Props) {
  const t = useT()
  const read = useRead(getIdentityCase, { params: { id: memberId } }, { staleTime: 10_000 })
  return (
    <aside aria-label={t('members.console.title')} className="flex h-full flex-col bg-page">
      <Loaded read={read} skeleton={<Skeleton kind="lines" rows={8} />}>
        {(found) => (
          <Case
            found={found}
            alone={alone}
            assigned={assigned}
            reload={async () => void (await read.refetch())}
            onDecided={onDecided}
          />
        )}
      </Loaded>
    </aside>
  )
}

type CaseProps = {
  found: IdentityCaseView
  alone: boolean
  assigned: Props['assigned']
  reload: () => Promise<void>
  onDecided: () => void
}

function Case({ found, alone, assigned, reload, onDecided }: CaseProps) {
  const t = useT()
  const text = useText()
  const act = useAct()
  const mine = useMe()?.roles.includes('reviewer') === true
  const [reason, setReason] = useState<RejectReason | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const [angles, setAngles] = useState({ front: UPRIGHT, back: UPRIGHT })
  const { memberId } = found
  const isChip = found.chip !== null
  const asked = (side: Side) =>
    ({
      power: 'identity.view',
      subject: caseOf(memberId, side),
      body: { pictureId: found[side].pictureId },
    }) as const
  const looks = {
    front: useLook(act, found.front.pictureId ?? '', asked('front')),
    back: useLook(act, found.back.pictureId ?? '', asked('back')),
  }
  const isOpen = (side: Side) => mine && found[side].status === 'sent'
  /** The side with the number, where another member has it too: accepted by two, with a reason. */
  const isFlagged = (side: Side) => side === 'front' && found.twins.length > 0
  const isSeen = (side: Side) => seen.has(found[side].pictureId ?? '')
  const waiting = SIDES.filter(isOpen)
  const unseen = waiting.filter((side) => !isSeen(side))
  const leftSeconds = Math.max(looks.front.leftSeconds, looks.back.leftSeconds)

  async function look(): Promise<void> {
    setProblem(null)
    for (const side of SIDES) {
      if (found[side].pictureId === null || !(await looks[side].look())) continue
      setSeen((before) => new Set([...before, found[side].pictureId!]))
    }
    await reload()
  }
  async function decide(sides: readonly Side[], how: 'accept' | 'reject'): Promise<void> {
    if (sides.length === 0) return
    setProblem(null)
    const blind = sides.find((side) => !isSeen(side))
    if (blind !== undefined)
      return setProblem(t('members.console.notSeen', { side: t(sideKey(blind, isChip)) }))
    if (how === 'reject' && reason === null) return setProblem(t('members.console.reasonFirst'))
    if (
      !(await confirm({
        title: t(how === 'accept' ? 'members.console.accept' : 'members.console.reject'),
        body: [
          ...(found.frozen ? [t('console.freeze.standing')] : []),
          found.name,
          sides.map((side) => t(sideKey(side, isChip))).join('・'),
          ...(how === 'reject' ? [text(`staff.reason.${reason}`)] : []),
        ].join(' — '),
        danger: how === 'reject',
      }))
    )
      return
    for (const side of sides) {
      const because = how === 'accept' ? null : { code: reason! }
      if (
        (await act.ask({
          power: `identity.${how}`,
          subject: caseOf(memberId, side),
          body: { pictureId: found[side].pictureId },
          reason: because,
        })) === null
      )
        return reload()
      toast(
        t(how === 'accept' ? 'members.console.acceptedNow' : 'members.console.rejectedNow', {
          side: t(sideKey(side, isChip)),
        }),
        { kind: 'ok' },
      )
    }
    setReason(null)
    await reload()
    refresh(listIdentityCases)
    if (waiting.every((side) => sides.includes(side))) onDecided()
  }
  const turn = (change: Partial<typeof UPRIGHT> | ((side: Side) => Partial<typeof UPRIGHT>)) =>
    setAngles({
      front: { ...angles.front, ...(typeof change === 'function' ? change('front') : change) },
      back: { ...angles.back, ...(typeof change === 'function' ? change('back') : change) },
    })
  const one = (side: Side, how: 'accept' | 'reject') => () => void decide(isOpen(side) ? [side] : [], how)
  useKeys({
    z: () => turn({ zoomed: !angles.front.zoomed }),
    r: () => turn((side) => ({ turns: (angles[side].turns + 1) % 4 })),
  })

  return (
    <>
      <CaseHead found={found} alone={alone} assigned={assigned} leftSeconds={leftSeconds} />
      <div className="desk-scroll flex flex-col gap-3 p-3" tabIndex={0} role="group" aria-label={found.name}>
        <FrozenLine frozen={found.frozen} />
        <FlagNotice twins={found.twins} />
        <div className="grid grid-cols-2 gap-3">
          {SIDES.map((side, at) => (
            <section key={side} className="rounded-2 bg-surface p-3" aria-label={t(sideKey(side, isChip))}>
              <div className="flex items-center justify-between gap-2 pb-2">
                <h3 className="text-2 font-strong">{t(sideKey(side, isChip))}</h3>
                <span className="text-1 text-grey-1">
                  {t('members.console.file', { width: found[side].width, height: found[side].height })}
                </span>
              </div>
              <SidePicture
                look={looks[side]}
                label={t(sideKey(side, isChip))}
                angle={angles[side]}
                onAngle={(angle) => setAngles({ ...angles, [side]: angle })}
                mine={mine}
                busy={act.busy}
                onLook={look}
              />
              {isOpen(side) ? (
                <div className="flex gap-2 pt-2">
                  <DeskButton
                    tall
                    look="neutral"
                    hotkey={String(at * 2 + 2)}
                    busy={act.busy}
                    onPress={one(side, 'reject')}
                  >
                    {t('members.console.reject')}
                  </DeskButton>
                  {!isFlagged(side) && (
                    <DeskButton
                      tall
                      look="primary"
                      hotkey={String(at * 2 + 1)}
                      busy={act.busy}
                      onPress={one(side, 'accept')}
                    >
                      {t('members.console.accept')}
                    </DeskButton>
                  )}
                </div>
              ) : (
                <div className="flex items-center gap-2 pt-3">
                  <SideMark state={found[side].status} />
                  {found[side].reason !== null && (
                    <span className="text-1">{text(`staff.reason.${found[side].reason}`)}</span>
                  )}
                </div>
              )}
            </section>
          ))}
        </div>
        <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,1fr)] items-start gap-3">
          <div className="flex flex-col gap-3">
            <section className="rounded-2 bg-surface p-3" aria-label={t('members.console.typed')}>
              <CaseTable found={found} />
            </section>
            <Past found={found} />
          </div>
          {waiting.length > 0 && (
            <section className="rounded-2 bg-surface p-3" aria-label={t('members.console.judge')}>
              <h3 className="text-2 font-strong">{t('members.console.judge')}</h3>
              <p className="pb-2 text-1 text-grey-1">{t('members.console.judgeNote')}</p>
              <fieldset>
                <legend className="sr-only">{t('members.console.reasons')}</legend>
                <div className="flex flex-wrap gap-1">
                  {REJECT_REASONS.map((code) => (
                    <label
                      key={code}
                      className={`desk-button text-1 ${reason === code ? 'bg-brand text-on-brand' : 'bg-sunk text-ink'}`}
                    >
                      <input
                        type="radio"
                        name="reject-reason"
                        className="sr-only"
                        checked={reason === code}
                        onChange={() => setReason(code)}
                      />
                      {text(`staff.reason.${code}`)}
                    </label>
                  ))}
                </div>
              </fieldset>
              {problem !== null && (
                <p role="alert" className="pt-2 text-1 text-danger">
                  {problem}
                </p>
              )}
              {waiting.filter(isFlagged).map((side) => (
                <FlaggedSide key={side} found={found} side={side} onDone={reload} />
              ))}
              <div className="flex pt-3">
                <DeskButton
                  tall
                  look="primary"
                  hotkey="a"
                  busy={act.busy}
                  disabled={unseen.length > 0 || waiting.every(isFlagged)}
                  onPress={() =>
                    void decide(
                      waiting.filter((side) => !isFlagged(side)),
                      'accept',
                    )
                  }
                >
                  {unseen.length > 0
                    ? t('members.console.notSeen', {
                        side: unseen.map((side) => t(sideKey(side, isChip))).join('・'),
                      })
                    : t('members.console.pass')}
                </DeskButton>
              </div>
            </section>
          )}
        </div>
      </div>
      <Keys />
    </>
  )
}

function CaseHead({
  found,
  alone,
  assigned,
  leftSeconds,
}: {
  found: IdentityCaseView
  alone: boolean
  assigned: Props['assigned']
  leftSeconds: number
}) {
  const t = useT()
  const { name, number, documentType, attempts } = found
  const Title = alone ? 'h1' : 'h2'
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-grey-3 bg-surface px-4 py-2">
      <Title className="text-3 font-strong">{name}</Title>
      <span className="min-w-0 flex-1 text-1 text-grey-1">
        {t('members.console.member', { number: String(number) })}・
        {documentType !== null && t(`members.identity.type.${documentType}`)}・
        {attempts === 1 ? t('members.console.first') : t('members.console.times', { n: attempts })}
      </span>
      <Mark tone="warn">{t('members.console.simulated')}</Mark>
      {leftSeconds > 0 && (
        <span className="text-1 text-grey-1" role="timer">
          {t('members.console.linkLeft', { seconds: leftSeconds })}
        </span>
      )}
      {assigned !== null && <Assigned queue="identity" subject={assigned.subject} assigned={assigned.who} />}
    </header>
  )
}

type SidePictureProps = {
  look: Look
  label: string
  angle: typeof UPRIGHT
  onAngle: (angle: typeof UPRIGHT) => void
  mine: boolean
  busy: boolean
  onLook: () => Promise<void>
}
function SidePicture({ look, label, angle, onAngle, mine, busy, onLook }: SidePictureProps) {
  const t = useT()
  return (
    <Picture src={look.src} label={label} angle={angle} onAngle={onAngle}>
      {mine ? (
        <div className="flex justify-center">
          <DeskButton look="primary" hotkey="v" busy={busy} onPress={() => void onLook()}>
            {t('members.console.look')}
          </DeskButton>
        </div>
      ) : null}
      <p className="text-1">{t('members.console.lookNote')}</p>
    </Picture>
  )
}

/** The earlier acts of operators on it, views included. */
function Past({ found: { acts } }: { found: IdentityCaseView }) {
  const t = useT()
  if (acts.length === 0) return null
  return (
    <div className="rounded-2 bg-surface">
      <PaneSection title={t('members.console.past')}>
        <ActList acts={acts} />
      </PaneSection>
    </div>
  )
}

const HINTS = [
  ['J / K', 'move'],
  ['1 2', 'front'],
  ['3 4', 'back'],
  ['Z', 'zoom'],
  ['R', 'rotate'],
  ['A', 'pass'],
] as const
function Keys() {
  const t = useT()
  return (
    <footer className="flex flex-wrap items-center gap-x-3 border-t border-grey-3 bg-surface px-4 py-1 text-1 text-grey-1">
      {HINTS.map(([key, word]) => (
        <span key={key} className="flex items-center gap-1">
          <kbd className="desk-key font-sans">{key}</kbd>
          {t(`members.console.key.${word}`)}
        </span>
      ))}
      <span className="ml-auto">{t('members.console.recorded')}</span>
    </footer>
  )
}
