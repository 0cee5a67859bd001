import type uPlot from 'uplot'
import { type Bitmap, bitmapOf, paintColumns, type Pen } from './bitmap.ts'
import { dashOf, rgbOf } from './colors.ts'
import { type Columns, columnsOf, extremesOf } from './columns.ts'
import type { Line, Period } from './lines.ts'

/** Opacity of the area under a line that is alone. */
export const AREA = 0.14

/** Periods before and after the shown one that columns are computed for. */
const SCREENS_AROUND = 4

/** Columns that are computed from one number to another, both included. */
type Known = { values: unknown; span: number; from: number; to: number; columns: Columns }

/**
 * The lines of a plot that have more points than the plot has columns of pixels. Browsers take long to stroke so many
 * segments, so these lines are painted column by column into a picture. Columns are computed for the shown period and some
 * screens around it, so that panning rarely needs new ones.
 */
export class DenseLines {
  readonly #lines: readonly Line[]
  readonly #shown: () => Period
  readonly #columns = new Map<number, Known>()
  #picture: Picture | undefined

  /** @param shown returns the period that the plot shows or is about to show. */
  constructor(lines: readonly Line[], shown: () => Period) {
    this.#lines = lines
    this.#shown = shown
  }

  /** Whether a series is painted by columns. Steps never are: they have few points. */
  has(plot: uPlot, series: number): boolean {
    const { look = 'area' } = this.#lines[series - 1]!
    const [from = 0, to = 0] = plot.series[0]!.idxs ?? []
    return look === 'area' && plot.bbox.width > 0 && to - from > plot.bbox.width
  }

  /** Returns the smallest and largest value of a series in the shown period; null without any. */
  extremesOf(plot: uPlot, series: number): [number, number] | null {
    const span = this.#spanOf(plot)
    const [from, to] = this.#shown()
    return extremesOf(this.#columnsOf(plot, series, span), Math.floor(from / span), Math.floor(to / span))
  }

  /** Paints the shown series over a plot. */
  draw(plot: uPlot): void {
    const dense = plot.series.flatMap(({ show }, at) => (at > 0 && show && this.has(plot, at) ? [at] : []))
    if (dense.length === 0) return
    const { left, top, width, height } = plot.bbox
    const picture = this.#pictureOf(width, height)
    picture.bitmap.words.fill(0)
    const span = this.#spanOf(plot)
    const zero = plot.valToPos(0, 'y', true) - top
    const scale = zero - (plot.valToPos(1, 'y', true) - top)
    const isAlone = this.#lines.filter(({ look }) => look !== 'limit').length === 1
    for (const series of dense) {
      const columns = this.#columnsOf(plot, series, span)
      paintColumns(picture.bitmap, columns, {
        color: rgbOf((plot.series[series]!.stroke as () => string)()),
        width: devicePixelRatio,
        dash: scaled(dashOf(this.#lines[series - 1]!, series - 1)),
        area: isAlone ? AREA : 0,
        left: columns.first - Math.round(this.#shown()[0] / span),
        zero,
        scale,
      })
    }
    picture.context.putImageData(picture.image, 0, 0)
    plot.ctx.drawImage(picture.context.canvas, left, top)
  }

  /** Whole milliseconds, because the ends of a panned period are a little inexact. */
  #spanOf(plot: uPlot): number {
    const [from, to] = this.#shown()
    return Math.max(1, Math.round((to - from) / plot.bbox.width))
  }

  #columnsOf(plot: uPlot, series: number, span: number): Columns {
    const values = plot.data[series]!
    const known = this.#columns.get(series)
    const [shownFrom, shownTo] = this.#shown()
    // One more on each side: a line is joined to the columns beside it.
    const [first, last] = [Math.floor(shownFrom / span) - 1, Math.floor(shownTo / span) + 1]
    if (known?.values === values && known.span === span && known.from <= first && last <= known.to)
      return known.columns
    const around = SCREENS_AROUND * (last - first)
    const [from, to] = [first - around, last + around]
    const columns = columnsOf(plot.data[0] as number[], values as (number | null)[], span, [from, to])
    this.#columns.set(series, { values, span, from, to, columns })
    return columns
  }

  #pictureOf(width: number, height: number): Picture {
    const known = this.#picture
    if (known?.bitmap.width === width && known.bitmap.height === height) return known
    this.#picture = newPicture(width, height)
    return this.#picture
  }
}

/** Returns a dash in pixels of the screen. */
const scaled = (dash: ReturnType<typeof dashOf>): Pen['dash'] =>
  dash && [Math.round(dash[0] * devicePixelRatio), Math.round(dash[1] * devicePixelRatio)]

type Picture = { context: CanvasRenderingContext2D; image: ImageData; bitmap: Bitmap }

function newPicture(width: number, height: number): Picture {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  // The picture is made anew for each frame, and an upload to a graphics card and back would take longer than painting.
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  const image = context.createImageData(width, height)
  return { context, image, bitmap: bitmapOf(width, height, image.data) }
}
