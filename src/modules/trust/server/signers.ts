import { createHmac } from 'node:crypto'
import type { Config } from '#platform/config.ts'
import { signerFrom, type Signer } from '#platform/signing.ts'
import { originOf } from '../model/head.ts'
import { openWitness, type Witness } from './witness.ts'

/** Signers of what is published: the server, and the auditor's process with a key of its own. */
export type Signers = { origin: string; house: Signer; auditor: Witness }

export function openSigners({ keys, dataDir }: Pick<Config, 'keys' | 'dataDir'>): Signers {
  const firm = signerFrom(keys.signing)
  const auditor = openWitness(
    dataDir,
    signerFrom(createHmac('sha256', keys.drawAuditor).update('KABU-WITNESS-v1').digest()),
  )
  return { origin: originOf(firm.publicKey), house: firm, auditor }
}
