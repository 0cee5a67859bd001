import Rows2 from 'lucide-react/icons/rows-2'
import Rows4 from 'lucide-react/icons/rows-4'
import { IconButton } from '../button.tsx'
import { useDensity } from './density.ts'

/** Switches the row height of all tables between compact and comfortable. */
export function DensitySwitch() {
  const [density, setDensity] = useDensity()
  const compact = density === 'compact'
  const Icon = compact ? Rows2 : Rows4
  return (
    <IconButton
      label={compact ? 'Roomy rows' : 'Compact rows'}
      onPress={() => setDensity(compact ? 'normal' : 'compact')}
    >
      <Icon className="size-4" aria-hidden />
    </IconButton>
  )
}
