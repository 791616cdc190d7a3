import { IconMoodSad } from '@tabler/icons-react'
import { Component, type ReactNode } from 'react'
import { useT } from '#client/texts.ts'
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
  override render() {
    return this.state.failed ? <BrokenPage /> : this.props.children
  }
}

/** Specification, chapter 8: an asynchronous page that fails shows a message that reloads on click. */
function BrokenPage() {
  const t = useT()
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
