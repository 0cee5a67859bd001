import { ADMINS_ONLY } from './pool-query.ts'
import { Button } from '../../ui/button.tsx'
import { useMay } from '../../app/permissions.ts'

/** The button that links a pool and a silo. */
export function LinkButton({ label, onPress }: { label: string; onPress: () => void }) {
  const mayChange = useMay().fleet('modify')
  return (
    <Button changes onPress={onPress} disabledReason={!mayChange && ADMINS_ONLY}>
      {label}
    </Button>
  )
}
