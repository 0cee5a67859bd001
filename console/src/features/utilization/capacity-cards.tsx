import { bytesIn } from '@granary/domain/numbers.ts'
import type { Amounts } from '@granary/domain/sizes.ts'
import Cpu from 'lucide-react/icons/cpu'
import HardDrive from 'lucide-react/icons/hard-drive'
import MemoryStick from 'lucide-react/icons/memory-stick'
import { CapacityBar } from '../../ui/page/meters.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'

const inUnit = (bytes: number, unit: 'GiB' | 'TiB'): number => Number(bytesIn(bytes, unit))

type CapacityCardsProps = {
  /** Undefined while they load. */
  amounts: { provisioned: Amounts; capacity: Amounts } | undefined
  capacityLabel: string
}

/** Three cards: CPU, memory and storage that are provisioned, against a capacity. */
export function CapacityCards({ amounts, capacityLabel }: CapacityCardsProps) {
  const grid = 'grid gap-4 min-[1000px]:grid-cols-3'
  if (!amounts)
    return (
      <div className={grid}>
        {['cpu', 'memory', 'storage'].map((key) => (
          <Skeleton key={key} className="h-33 w-full" />
        ))}
      </div>
    )
  const { provisioned, capacity } = amounts
  return (
    <div className={grid}>
      <CapacityBar
        icon={<Cpu />}
        title="CPU"
        unit="vCPUs"
        used={provisioned.cpus}
        capacity={capacity.cpus}
        capacityLabel={capacityLabel}
        showUnit={false}
      />
      <CapacityBar
        icon={<MemoryStick />}
        title="MEMORY"
        unit="GiB"
        used={inUnit(provisioned.memory, 'GiB')}
        capacity={inUnit(capacity.memory, 'GiB')}
        capacityLabel={capacityLabel}
      />
      <CapacityBar
        icon={<HardDrive />}
        title="STORAGE"
        unit="TiB"
        used={inUnit(provisioned.storage, 'TiB')}
        capacity={inUnit(capacity.storage, 'TiB')}
        capacityLabel={capacityLabel}
      />
    </div>
  )
}
