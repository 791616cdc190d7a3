import { IconShieldCheck } from '@tabler/icons-react'
import { paths } from '#client/paths.ts'
import { useT } from '#client/texts.ts'
import { Button } from '#ui/Button.tsx'
import { ICON_S } from '#ui/icon.ts'

/** The way from an application's result to "check this draw", for every product that draws. */
export function CheckLink({ drawId, applicationId }: { drawId: string; applicationId: string | null }) {
  const t = useT()
  return (
    <div>
      <div className="flex">
        <Button
          kind="secondary"
          size="s"
          href={paths.drawCheck({
            id: drawId,
            ...(applicationId === null ? {} : { application: applicationId }),
          })}
        >
          <IconShieldCheck {...ICON_S} />
          {t('draws.ask')}
        </Button>
      </div>
      <p className="pt-1 text-center text-1 text-grey-1">{t('draws.askNote')}</p>
    </div>
  )
}
