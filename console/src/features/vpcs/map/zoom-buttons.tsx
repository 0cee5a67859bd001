import Maximize from 'lucide-react/icons/maximize'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { IconButton } from '../../../ui/button.tsx'
import type { Zoom } from './use-zoom.ts'
import { ZOOM_STEP } from './zoom.ts'

/** The scale of a map, and buttons that change it. */
export const ZoomButtons = ({ scale, by, fit }: Zoom) => (
  <div className="flex items-center justify-end gap-1">
    <p className="me-auto hidden text-xs text-text-muted sm:block">
      Drag to move the map. Ctrl with the wheel, + and − zoom, 0 fits it.
    </p>
    <IconButton label="Zoom out" onPress={() => by(1 / ZOOM_STEP)}>
      <Minus className="size-4" aria-hidden />
    </IconButton>
    <output aria-label="Zoom" className="w-11 text-center text-xs text-text-muted tabular-nums">
      {Math.round(scale * 100)} %
    </output>
    <IconButton label="Zoom in" onPress={() => by(ZOOM_STEP)}>
      <Plus className="size-4" aria-hidden />
    </IconButton>
    <IconButton label="Fit map" onPress={fit}>
      <Maximize className="size-4" aria-hidden />
    </IconButton>
  </div>
)
