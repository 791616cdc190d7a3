import { useRef, useState } from 'react'
import { dateJst } from '#kernel/time.ts'
import { wallNow } from '#client/clock.ts'
import { useDraft } from '#client/drafts.ts'
import { useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import { Button } from '#ui/Button.tsx'
import { focusFirstError } from '#ui/Field.tsx'
import { Section, SectionHead } from '#ui/Section.tsx'
import { toast } from '#ui/toast.tsx'
import { getAccountOpening, getIdentity, saveIdentityFacts, type IdentityView } from '../contract.ts'
import type { IdentityFacts } from '../model/facts.ts'
import { NO_FACTS, typedProblem } from './fact-form.ts'
import { FactFields } from './FactFields.tsx'

/** Facts of a member who is verified: asked for where they are missing, and put right where they changed. */
export function FactsForm({ identity }: { identity: IdentityView }) {
  const t = useT()
  const [opened, setOpened] = useState(false)
  if (identity.facts !== null && !opened)
    return (
      <Section>
        <div className="flex">
          <Button kind="secondary" onPress={() => setOpened(true)}>
            {t('members.facts.change')}
          </Button>
        </div>
      </Section>
    )
  return <Open identity={identity} onSaved={() => setOpened(false)} />
}

function Open({ identity, onSaved }: { identity: IdentityView; onSaved: () => void }) {
  const t = useT()
  const form = useRef<HTMLDivElement>(null)
  const [facts, setFacts, drop] = useDraft('facts', () => identity.facts ?? NO_FACTS)
  const [tried, setTried] = useState(false)
  const write = useWrite(saveIdentityFacts, { refreshes: [getIdentity, getAccountOpening], quiet: true })
  const problem = typedProblem(facts, dateJst(wallNow()))

  async function save() {
    setTried(true)
    if (problem !== null) return focusFirstError(form.current)
    const answer = await write.run({ input: facts as IdentityFacts })
    if (!answer.ok) return toast(answer.error.msg, { kind: 'fail' })
    drop()
    onSaved()
    return toast(t('members.profile.saved'), { kind: 'ok' })
  }
  return (
    <div ref={form}>
      <Section>
        <SectionHead title={t('members.identity.step.facts')} />
        <p className="pb-1 text-2 text-grey-1">
          {t('members.facts.lead')}
          {identity.facts === null && ` ${t('members.facts.open')}`}
        </p>
        <FactFields
          facts={facts}
          onChange={setFacts}
          problem={tried ? problem : null}
          fixed={identity.facts === null ? null : 'birthDate'}
        />
        <div className="flex pt-3">
          <Button state={write.state} onPress={() => void save()}>
            {t('members.profile.save')}
          </Button>
        </div>
      </Section>
    </div>
  )
}
