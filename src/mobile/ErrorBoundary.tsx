import { IconMoodSad } from '@tabler/icons-react'
import { Component, useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { askForCodeAgain } from '#client/lazily.ts'
import { whenOnline } from '#client/online.ts'
import { useT } from '#client/texts.ts'
import { onLineBack } from '#client/topics.ts'
import { Empty } from '#ui/Empty.tsx'
import { NavigationBar } from '#ui/NavigationBar.tsx'
import { Page } from '#ui/Page.tsx'

/**
 * A screen that throws, or whose code cannot be had, says so in its own place; the rest of the app goes on.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  readonly #again = () => {
    askForCodeAgain()
    this.setState({ failed: false })
  }
  override render() {
    return this.state.failed ? <BrokenPage onAgain={this.#again} /> : this.props.children
  }
}

/**
 * Specification, chapter 8: an asynchronous page that fails shows a message that reloads on click. It is
 * tried again by itself when the network or the server is back, and when it is shown again after it was
 * covered.
 */
function BrokenPage({ onAgain }: { onAgain: () => void }) {
  const t = useT()
  const wasShown = useRef(false)
  const again = useEffectEvent(onAgain)
  useEffect(() => {
    if (wasShown.current) again()
    wasShown.current = true
    const ends = [whenOnline(() => again()), onLineBack(() => again())]
    return () => ends.forEach((end) => end())
  }, [])
  return (
    <Page nav={<NavigationBar title={t('mobile.broken.title')} />}>
      <Empty
        icon={<IconMoodSad stroke={1.75} className="size-8" aria-hidden />}
        title={t('mobile.broken.title')}
        note={t('mobile.broken.note')}
        action={{ label: t('mobile.broken.reload'), onPress: () => location.reload() }}
      />
    </Page>
  )
}
