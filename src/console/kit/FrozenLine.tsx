import { useT } from '#client/texts.ts'

/** A red line above a decision about a member whose account is frozen; nothing where it is not. */
export function FrozenLine({ frozen }: { frozen: boolean }) {
  const t = useT()
  return frozen ? (
    <p role="alert" className="font-strong text-danger">
      {t('console.freeze.standing')}
    </p>
  ) : null
}
