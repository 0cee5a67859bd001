import { type KeyboardEvent, memo, useRef, useState } from 'react'
import type { DrawnPath } from './drawn-path.ts'
import { Edges } from './edges.tsx'
import { INTERNET, type MapLayout, neighbourOf } from './layout.ts'
import { markOf, Node } from './map-node.tsx'
import type { NodeFacts } from './node-facts.ts'
import { useDragScroll } from './use-drag-scroll.ts'
import { useZoom, type Zoom } from './use-zoom.ts'
import { isFar, ZOOM_STEP } from './zoom.ts'
import { ZoomButtons } from './zoom-buttons.tsx'

const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] as const

type VpcMapProps = {
  layout: MapLayout
  facts: ReadonlyMap<string, NodeFacts>
  path: DrawnPath | null
}

/**
 * The picture of a VPC. Arrow keys move between its nodes, which are links; the map is one stop of the Tab key. The box
 * scrolls, and a focused node scrolls into view.
 */
export function VpcMap({ layout, facts, path }: VpcMapProps) {
  const [active, setActive] = useState(INTERNET)
  const box = useRef<HTMLDivElement>(null)
  const zoom = useZoom(box, layout)
  const dragging = useDragScroll()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const key = (event.target as HTMLElement).dataset.key
    if (zoomByKey(zoom, event.key)) return event.preventDefault()
    const arrow = ARROWS.find((name) => name === event.key)
    const from = layout.nodes.find((node) => node.key === key)
    const next = arrow && from && neighbourOf(layout.nodes, from, arrow)
    if (!next) return
    event.preventDefault()
    setActive(next.key)
    box.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(next.key)}"]`)?.focus()
  }
  // The active node may be deleted.
  const stop = layout.nodes.some(({ key }) => key === active) ? active : INTERNET
  const { scale } = zoom
  return (
    <div className="flex flex-col gap-2">
      <ZoomButtons {...zoom} />
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its nodes take the focus */}
      <div
        ref={box}
        role="group"
        aria-label="Map of the VPC"
        className="max-h-[70vh] scroll-p-4 overflow-auto rounded-md border border-border bg-surface-raised p-2"
        onKeyDown={onKeyDown}
        {...dragging}
      >
        <div
          className="overflow-hidden"
          style={{ width: layout.width * scale, height: layout.height * scale }}
        >
          <div
            className="group/map relative origin-top-left"
            data-far={isFar(scale) || undefined}
            style={{ width: layout.width, height: layout.height, transform: `scale(${scale})` }}
          >
            <Content layout={layout} facts={facts} path={path} stop={stop} onFocus={setActive} />
          </div>
        </div>
      </div>
    </div>
  )
}

function zoomByKey({ by, fit }: Zoom, key: string): boolean {
  if (key === '+' || key === '=') by(ZOOM_STEP)
  else if (key === '-') by(1 / ZOOM_STEP)
  else if (key === '0') fit()
  else return false
  return true
}

type ContentProps = VpcMapProps & { stop: string; onFocus: (key: string) => void }

/** What the map shows. The zoom does not render it again. */
const Content = memo(function Content({ layout, facts, path, stop, onFocus }: ContentProps) {
  return (
    <>
      <Edges layout={layout} path={path} />
      {layout.nodes.map((node) => {
        const own = facts.get(node.key)
        return (
          own && (
            <Node
              key={node.key}
              node={node}
              facts={own}
              isStop={stop === node.key}
              mark={markOf(node, path)}
              onFocus={onFocus}
            />
          )
        )
      })}
    </>
  )
})
