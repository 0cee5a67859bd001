import { Button } from '../../ui/button.tsx'
import { useMay } from '../../app/permissions.ts'
import { adminsOnly, type PoolKind } from './pool-kinds.ts'

type LinkButtonProps = { kind: PoolKind; label: string; onPress: () => void }

/** The button that links a pool and a silo. */
export function LinkButton({ kind, label, onPress }: LinkButtonProps) {
  const mayChange = useMay().fleet('modify')
  return (
    <Button changes onPress={onPress} disabledReason={!mayChange && adminsOnly(kind)}>
      {label}
    </Button>
  )
}
