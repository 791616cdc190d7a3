import { useRef, useState, type ReactNode } from 'react'
import { wallNow } from '#client/clock.ts'
import { makeKeyPair, readPublicKey, type KeyPair } from '#client/key-pair.ts'
import { refresh } from '#client/reads.ts'
import { saveFile } from '#client/save-file.ts'
import { useT } from '#client/texts.ts'
import { hexOf } from '#kernel/hex.ts'
import { addDays, dateJst } from '#kernel/time.ts'
import { OPERATOR_KEY_SCOPES, type OperatorKeyScope } from '#wire/route.ts'
import { useAct } from '#console/kit/act.ts'
import { DeskButton } from '#console/kit/Control.tsx'
import { PaneSection } from '#console/kit/Pane.tsx'
import { toast } from '#ui/toast.tsx'
import { networkFrom } from '#modules/apikeys/model/networks.ts'
import { LONGEST_DAYS } from '../model/firm-key.ts'
import { listFirmKeys } from '../operator-contract.ts'

const PAIRS = ['here', 'own'] as const
const USUAL_DAYS = 90
const ID_LENGTH = 32

/** The id that the server gives a key: the first digits of its public half's hash. */
async function idOf(publicKey: string): Promise<string> {
  const plain = atob(publicKey.replaceAll('-', '+').replaceAll('_', '/'))
  const hash = await crypto.subtle.digest(
    'SHA-256',
    Uint8Array.from(plain, (letter) => letter.charCodeAt(0)),
  )
  return hexOf(new Uint8Array(hash)).slice(0, ID_LENGTH)
}

/** The request for a key, with the first signature; the terms are whole in it. */
export function MakeFirmKey({ address, onDone }: { address: string; onDone: () => void }) {
  const t = useT()
  const act = useAct()
  const today = dateJst(wallNow())
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly OperatorKeyScope[]>([])
  const [networks, setNetworks] = useState('')
  const [until, setUntil] = useState<string>(addDays(today, USUAL_DAYS))
  const [source, setSource] = useState<(typeof PAIRS)[number]>('here')
  const [typedKey, setTypedKey] = useState('')
  // One pair for the whole form: who asks again asks for the same key.
  const pair = useRef<KeyPair | null>(null)

  async function ask(): Promise<void> {
    if (source === 'here') pair.current ??= await makeKeyPair()
    const publicKey = source === 'here' ? pair.current!.publicKey : (readPublicKey(typedKey) ?? '')
    const listed = networks.split(/[\s,、]+/).filter((line) => line !== '')
    const subject = await idOf(publicKey)
    const body = {
      name: name.trim(),
      scopes: [...scopes],
      networks: listed.map((line) => networkFrom(line) ?? line),
      publicKey,
      until,
    }
    const acted = await act.ask({ power: 'firm-key.make', subject, body })
    if (acted === null) return
    if (source === 'here') {
      saveFile(
        `akari-back-office-${subject.slice(0, 8)}.pem`,
        new Blob([pair.current!.privateKey], { type: 'application/x-pem-file' }),
      )
      toast(t('backoffice.console.saved'), { kind: 'ok' })
    } else toast(t('console.decision.asked'), { kind: 'ok' })
    refresh(listFirmKeys)
    onDone()
  }
  return (
    <form
      className="desk-page overflow-auto"
      aria-label={t('backoffice.console.make')}
      onSubmit={(event) => {
        event.preventDefault()
        void ask()
      }}
    >
      <h1 className="border-b border-grey-3 px-4 py-3 text-3 font-strong">{t('backoffice.console.make')}</h1>
      <PaneSection>
        <div className="flex max-w-160 flex-col gap-3">
          <p className="text-1 text-grey-1">{t('backoffice.console.note')}</p>
          <Labelled label={t('backoffice.console.name')}>
            <input
              className="desk-input w-full"
              autoComplete="off"
              required
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </Labelled>
          <Choices legend={t('backoffice.console.scopes')}>
            {OPERATOR_KEY_SCOPES.map((scope) => (
              <label key={scope} className="flex min-h-touch items-center gap-2">
                <input
                  type="checkbox"
                  checked={scopes.includes(scope)}
                  onChange={({ target }) =>
                    setScopes(
                      OPERATOR_KEY_SCOPES.filter((each) =>
                        each === scope ? target.checked : scopes.includes(each),
                      ),
                    )
                  }
                />
                {t(`backoffice.console.scope.${scope}`)}
              </label>
            ))}
          </Choices>
          <Labelled
            label={t('backoffice.console.networks')}
            rule={t('backoffice.console.networksRule', { address })}
          >
            <textarea
              className="desk-input w-full py-2 font-code text-1"
              rows={2}
              required
              maxLength={700}
              value={networks}
              onChange={(event) => setNetworks(event.target.value)}
            />
          </Labelled>
          <Labelled label={t('backoffice.console.until')} rule={t('backoffice.console.untilRule')}>
            <input
              type="date"
              className="desk-input"
              required
              min={today}
              max={addDays(today, LONGEST_DAYS)}
              value={until}
              onChange={(event) => setUntil(event.target.value)}
            />
          </Labelled>
          <Choices legend={t('backoffice.console.pair')}>
            {PAIRS.map((each) => (
              <label key={each} className="flex min-h-touch items-center gap-2">
                <input type="radio" name="pair" checked={source === each} onChange={() => setSource(each)} />
                {t(`backoffice.console.pair.${each}`)}
              </label>
            ))}
          </Choices>
          {source === 'own' && (
            <Labelled label={t('backoffice.console.publicKey')}>
              <textarea
                className="desk-input w-full py-2 font-code text-1"
                rows={4}
                required
                maxLength={400}
                value={typedKey}
                onChange={(event) => setTypedKey(event.target.value)}
              />
            </Labelled>
          )}
          <p className="text-1 text-grey-1">{t('backoffice.console.makeAsk')}</p>
          <div className="flex flex-wrap gap-2">
            <DeskButton type="submit" look="primary" tall busy={act.busy}>
              {t('backoffice.console.make')}
            </DeskButton>
            <DeskButton tall onPress={onDone}>
              {t('ui.cancel')}
            </DeskButton>
          </div>
        </div>
      </PaneSection>
    </form>
  )
}

function Labelled({ label, rule, children }: { label: string; rule?: string; children: ReactNode }) {
  return (
    <label className="flex flex-col gap-1">
      <span className="text-1 text-grey-1">{label}</span>
      {children}
      {rule !== undefined && <span className="text-1 text-grey-1">{rule}</span>}
    </label>
  )
}

function Choices({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="text-1 text-grey-1">{legend}</legend>
      {children}
    </fieldset>
  )
}
