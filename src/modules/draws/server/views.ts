import { createHmac } from 'node:crypto'
import { canonical } from '#kernel/hash.ts'
import { yenOf } from '#kernel/price.ts'
import { iso, type Ms } from '#kernel/time.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { signerFrom, type Signer } from '#platform/signing.ts'
import type { Config } from '#platform/config.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import { langOf } from '#i18n/lang.ts'
import type { Words } from '#modules/listings/model/field.ts'
import type * as contract from '../contract.ts'
import { byTicket, keyOf } from '../model/draw.ts'
import { entryOf } from './decide.ts'
import { heldYen } from './holding.ts'
import type { Products } from './products.ts'
import { applications, type ApplicationRow, type DrawRow } from './tables.ts'

const isoOrNull = (at: Ms | null): string | null => (at === null ? null : iso(at))
/** Draws are of simulated offerings, whatever the prices come from. */
const SIMULATED = true

export type Signers = { house: Signer; auditor: Signer }
/** The firm signs receipts; the auditor's key is derived from the auditor's own secret. */
export const signersFrom = ({ signing, drawAuditor }: Config['keys']): Signers => ({
  house: signerFrom(signing),
  auditor: signerFrom(createHmac('sha256', drawAuditor).update('KABU-ATTEST-v1').digest()),
})
const signed = (signer: Signer, text: string) => ({
  text,
  publicKey: signer.publicKey,
  signature: signer.sign(text),
})

/** The list that the draw is of: those who had not cancelled by its close. */
const listOf = (tables: TableReader, draw: DrawRow): ApplicationRow[] =>
  draw.root === null
    ? []
    : byTicket(
        tables
          .of(applications)
          .by('draw', draw.id)
          .filter(({ state }) => state !== 'cancelled'),
      )

/** `linksDone`: links that are published by now. */
export function drawView(draw: DrawRow, linksDone: number, { auditor }: Signers): contract.DrawView {
  const { id, kind, state, root, operatorSeed, auditorSeed, beacon, listed } = draw
  const isRevealed = operatorSeed !== null && auditorSeed !== null
  return {
    id,
    kind,
    status: state,
    voidReason: draw.voidReason,
    mode: 'ONE_EACH_FIRST',
    units: draw.units,
    opensAt: iso(draw.opensAt),
    closesAt: iso(draw.closesAt),
    commitments: { operator: draw.operatorCommitment, auditor: draw.auditorCommitment },
    tickets: listed,
    wanted: draw.wanted,
    root,
    rootAt: isoOrNull(draw.rootAt),
    attestation: draw.attestation === null ? null : signed(auditor, draw.attestation),
    seeds: isRevealed ? { operator: operatorSeed, auditor: auditorSeed } : null,
    revealedAt: isoOrNull(draw.revealedAt),
    links: draw.links,
    linksDone,
    beacon,
    key:
      isRevealed && beacon !== null
        ? keyOf({ id, tickets: listed!, root: root!, beacon, operatorSeed, auditorSeed })
        : null,
    result: draw.result,
    endedAt: isoOrNull(draw.endedAt),
    simulated: SIMULATED,
  }
}

/** The file of a draw: lots by the draw itself; lots declined later and passed on are not in it. */
export function drawFile(
  tables: TableReader,
  draw: DrawRow,
  chain: readonly string[],
  signers: Signers,
): contract.DrawFile {
  const list = listOf(tables, draw)
  return {
    format: 'akari-draw-v1',
    draw: drawView(draw, chain.length, signers),
    list: list.map(entryOf),
    chain: [...chain],
    outcome: list
      .filter(({ place }) => place !== null)
      .toSorted((a, b) => a.place! - b.place!)
      .map(({ place, ticket, drawnUnits }) => ({ place: place!, ticket, lots: drawnUnits })),
  }
}

export type Names = {
  market: MarketPublic
  products: Products
  tables: TableReader
  lang: string
  signers: Signers
}
export function applicationView(
  row: ApplicationRow,
  draw: DrawRow,
  linksDone: number,
  { market, products, tables, lang, signers }: Names,
): contract.ApplicationView {
  const terms = products.listingOf(tables, draw.id)!.terms as { code: string; names?: Words }
  return {
    id: row.id,
    status: row.state,
    drawId: draw.id,
    kind: draw.kind,
    code: terms.code,
    name: terms.names?.[langOf(lang)] ?? market.nameOf(terms.code, lang),
    ticket: row.ticket,
    units: row.units,
    r: row.r,
    place: row.place,
    wonUnits: row.wonUnits,
    held: heldYen(row),
    holdPrice: yenOf(draw.holdTenths),
    appliedAt: iso(row.appliedAt),
    endedAt: isoOrNull(row.endedAt),
    receipt: signed(
      signers.house,
      canonical({ id: draw.id, ticket: row.ticket, lots: row.units, r: row.r, at: iso(row.appliedAt) }),
    ),
    draw: drawView(draw, linksDone, signers),
    simulated: SIMULATED,
  }
}
