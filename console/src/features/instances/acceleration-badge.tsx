import { Badge } from '../../ui/badge.tsx'
import { Tip } from '../../ui/tooltip.tsx'
import { useCompute } from '../../kinds/instance/use-compute.ts'

const MEANING = {
  emulated: 'Software executes every instruction of the guest, so it is many times slower than a processor.',
  simulated: 'There is no guest: the server plays machines, disks and networks.',
} as const

/** Says that the instance's machine is emulated or simulated, and why. Nothing for one that a processor runs. */
export function AccelerationBadge() {
  const compute = useCompute()
  if (!compute || compute.acceleration === 'kvm') return null
  const { acceleration, accelerationReason } = compute
  return (
    <span className="inline-flex items-center gap-1">
      <Badge color={acceleration === 'emulated' ? 'notice' : 'neutral'}>{acceleration}</Badge>
      <Tip>
        {MEANING[acceleration]} {accelerationReason}
      </Tip>
    </span>
  )
}
