import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFormat, useT, useText } from '#client/texts.ts'
import { ICON_S } from '#ui/icon.ts'
import { postalText } from '../model/facts.ts'
import type { IdentityCaseView } from '../operator-contract.ts'
import { SIDES, type Side } from '../model/verification.ts'
import { sideKey } from './side-key.ts'

/** `ok`: null where it is for the eyes. */
type Row = readonly [label: string, typed: ReactNode, known: ReactNode, ok: boolean | null]

/** Date of birth, address, occupation and purpose; one row where they were not asked for. */
function useFactRows({ facts, factsAt, age, samePerson }: IdentityCaseView): Row[] {
  const t = useT()
  const f = useFormat()
  if (facts === null) return [[t('members.console.facts'), t('members.console.noFacts'), '—', null]]
  const byEye =
    factsAt === null
      ? t('members.console.byEye')
      : t('members.console.factsLater', { at: f.dateTime(factsAt) })
  return [
    [
      t('members.identity.birthDate'),
      t('members.console.birthDate', { date: facts.birthDate.replaceAll('-', '/'), age: age ?? 0 }),
      byEye,
      null,
    ],
    [t('members.identity.address'), `〒${postalText(facts.postalCode)} ${facts.address}`, byEye, null],
    [
      t('members.profile.occupation'),
      t(`members.profile.occupation.${facts.occupation}`),
      t('members.console.declared'),
      null,
    ],
    [
      t('members.identity.purpose'),
      t(`members.profile.purpose.${facts.purpose}`),
      t('members.console.declared'),
      null,
    ],
    [
      t('members.console.samePerson'),
      '—',
      samePerson === 0 ? t('members.console.none') : t('members.console.twinsFound', { n: samePerson }),
      samePerson === 0,
    ],
  ]
}

/** The reading of the card's chip; no row where pictures of a document were handed in. */
function useChipRows({ chip }: IdentityCaseView): Row[] {
  const t = useT()
  const f = useFormat()
  if (chip === null) return []
  const read = t(chip.simulated ? 'members.console.chipSimulated' : 'members.console.chipRead', {
    at: f.dateTime(chip.readAt),
  })
  return [
    [
      t('members.console.chip'),
      read,
      t(chip.genuine ? 'members.console.chipGenuine' : 'members.console.chipForged'),
      chip.genuine,
    ],
    [
      t('members.console.chipFacts'),
      '—',
      t(chip.matches ? 'members.console.chipMatches' : 'members.console.chipDiffers'),
      chip.matches,
    ],
  ]
}

/**
 * The typed details, the facts that the published checks know of them, and whether they hold; `null`: that is
 * for the eyes.
 */
export function CaseTable({ found }: { found: IdentityCaseView }) {
  const t = useT()
  const text = useText()
  const { name, kana, documentType, idNumber, numberForm, sameDocument, samePicture } = found
  const byEye = t('members.console.byEye')
  const facts = useFactRows(found)
  const chip = useChipRows(found)
  const chipOrSide = (side: Side) => t(sideKey(side, found.chip !== null))
  const rows: Row[] = [
    ...chip,
    [t('members.console.name'), name, byEye, null],
    [t('members.console.kana'), kana, byEye, null],
    [
      t('members.console.type'),
      documentType === null ? '' : t(`members.identity.type.${documentType}`),
      byEye,
      null,
    ],
    [t('members.console.number'), idNumber, t('members.console.form'), numberForm],
    ...facts,
    [
      t('members.console.twins'),
      '—',
      sameDocument === 0 ? t('members.console.none') : t('members.console.twinsFound', { n: sameDocument }),
      sameDocument === 0,
    ],
    ...SIDES.map((side) => {
      const { check } = found[side]
      return [
        chipOrSide(side),
        '—',
        check === null ? t('members.console.checkHolds') : text(`staff.reason.${check}`),
        check === null,
      ] as const
    }),
    [
      t('members.console.sameFile'),
      '—',
      t(samePicture ? 'members.console.yes' : 'members.console.none'),
      !samePicture,
    ],
  ]
  return (
    <table className="desk-table wrapping" aria-label={t('members.console.typed')}>
      <thead>
        <tr>
          {(['item', 'typed', 'known', 'match'] as const).map((head) => (
            <th key={head} scope="col">
              {t(`members.console.${head}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, typed, known, ok]) => (
          <tr key={label}>
            <th scope="row" className="font-regular text-grey-1">
              {label}
            </th>
            <td>{typed}</td>
            <td>{known}</td>
            <td>
              {ok === null ? (
                <span className="text-grey-1">{known === byEye ? t('members.console.eye') : '—'}</span>
              ) : (
                <span
                  className={`flex items-center gap-1 whitespace-nowrap ${ok ? 'text-ok' : 'text-danger'}`}
                >
                  {ok ? <IconCircleCheck {...ICON_S} /> : <IconCircleX {...ICON_S} />}
                  {t(ok ? 'members.console.matches' : 'members.console.differs')}
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
