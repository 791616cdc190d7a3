import { useRef, useState } from 'react'
import { useDraft } from '#client/drafts.ts'
import { paths } from '#client/paths.ts'
import { refresh, useRead } from '#client/reads.ts'
import type { ScreenProps } from '#client/screens.ts'
import { useFormat, useT } from '#client/texts.ts'
import { useWrite } from '#client/use-write.ts'
import type { OutputOf } from '#wire/route.ts'
import { ActionBar } from '#ui/ActionBar.tsx'
import { Button } from '#ui/Button.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Page } from '#ui/Page.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { answerQuiz, getLevel, type LevelView } from '../contract.ts'
import { CHOICES, PASS_MARK, QUESTIONS, type Answers, type Choice, type QuestionId } from '../model/quiz.ts'
import { QuizQuestion } from './QuizQuestion.tsx'

type Chosen = Partial<Record<QuestionId, Choice>>
type Result = OutputOf<typeof answerQuiz>

/** The risk quiz: all questions on one page, graded at once, with what each answer means. */
export default function QuizPage(_: ScreenProps<'riskQuiz'>) {
  const t = useT()
  const read = useRead(getLevel, {})
  const [answers, setAnswers, drop] = useDraft<Chosen>('answers', () => ({}))
  const [result, setResult] = useState<Result | null>(null)
  const [tried, setTried] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  const write = useWrite(answerQuiz)
  const done = QUESTIONS.filter(({ id }) => answers[id] !== undefined).length

  async function submit() {
    setTried(true)
    if (done < QUESTIONS.length) {
      toast(t('members.quiz.missing'), { kind: 'info' })
      list.current?.querySelector<HTMLElement>('[data-missing] input')?.focus()
      return
    }
    const answer = await write.run({ input: { answers: answers as Answers } })
    if (!answer.ok) return
    drop()
    setResult(answer.data)
    refresh(getLevel)
    document.querySelector('[data-quiz-top]')?.scrollIntoView()
  }

  const open =
    result === null &&
    read.data !== undefined &&
    read.data.quiz.passedAt === null &&
    read.data.quiz.nextTryAt === null
  return (
    <Page
      nav={<NavigationBar title={t('members.quiz.title')} />}
      footer={
        open && (
          <ActionBar>
            <Button state={write.state} onPress={() => void submit()}>
              {t('members.quiz.submit', { done, count: QUESTIONS.length })}
            </Button>
          </ActionBar>
        )
      }
    >
      <Loaded read={read} skeleton={<Skeleton kind="lines" rows={12} />}>
        {(view) => (
          <>
            <div data-quiz-top>
              <Standing view={view} result={result} />
            </div>
            <ol ref={list} className="mt-band">
              {QUESTIONS.map(({ id }, place) => (
                <QuizQuestion
                  key={id}
                  id={id}
                  number={place + 1}
                  choices={CHOICES}
                  value={answers[id] ?? null}
                  missing={tried && answers[id] === undefined}
                  state={
                    result === null
                      ? open
                        ? 'open'
                        : 'closed'
                      : result.wrong.includes(id)
                        ? 'wrong'
                        : 'right'
                  }
                  onChange={(choice) => setAnswers({ ...answers, [id]: choice })}
                />
              ))}
            </ol>
            {!open && (
              <Section>
                <div className="flex">
                  <Button href={paths.level()}>{t('members.quiz.toLevel')}</Button>
                </div>
              </Section>
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Standing({ view: { quiz }, result }: { view: LevelView; result: Result | null }) {
  const t = useT()
  const f = useFormat()
  const count = QUESTIONS.length
  const right = result?.right ?? quiz.right ?? 0
  if (result?.status === 'passed' || quiz.passedAt !== null) {
    return (
      <Notice title={t('members.quiz.passed.title')} note={t('members.quiz.passed.note', { right, count })} />
    )
  }
  if (result?.status === 'failed' || quiz.nextTryAt !== null) {
    return (
      <Notice
        tone="warn"
        title={t('members.quiz.failed.title')}
        note={t('members.quiz.failed.note', { right, count, at: f.dateTime(quiz.nextTryAt) })}
      />
    )
  }
  return (
    <Section>
      <p className="text-2 text-grey-1">{t('members.quiz.lead', { count, pass: PASS_MARK })}</p>
    </Section>
  )
}
