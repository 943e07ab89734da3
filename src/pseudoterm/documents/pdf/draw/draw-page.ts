import type {Pdfjs} from '../load-pdfjs.ts';
import type {PdfPage} from '../open-pdf.ts';
import {type Fill, fillPolygons} from './fill-polygons.ts';
import {type GraphicsState, type OperatorList, type PdfFont, startState, TextPlace} from './graphics-state.ts';
import {boxAround, GrayPage, intersect} from './gray-page.ts';
import {identity, type Matrix, multiply, scaleOf, toMatrix} from './matrix.ts';
import {type Operands, toBox, toGlyphs, toGray, toImage, toNumber, toNumbers, toOperands} from './operands.ts';
import {type Polygon, toBars, toPolygons} from './outline.ts';
import {type PdfImage, paintImage, paintMask} from './paint-image.ts';
import {type Glyph, glyphAdvance, glyphPlace} from './place-glyphs.ts';

/**
 * Draws a page in grey for the recogniser: pictures, masks, filled and stroked paths, letters of embedded fonts. Clips are
 * the rectangles around them; patterns, shadings and soft masks are left out.
 */
export async function drawPage(pdfjs: Pdfjs, page: PdfPage, scale: number): Promise<GrayPage> {
  const {width, height, transform} = page.getViewport({scale});
  const gray = new GrayPage(Math.max(1, Math.ceil(width)), Math.max(1, Math.ceil(height)));
  const painter = new Painter(pdfjs.OPS, page, gray, toMatrix(transform));
  await painter.run(await operatorsOf(pdfjs, page));
  return gray;
}

/** What the page draws, without form fields and notes. */
export async function operatorsOf(pdfjs: Pdfjs, page: PdfPage): Promise<OperatorList> {
  return page.getOperatorList({annotationMode: pdfjs.AnnotationMode.DISABLE});
}

/** Forms and letters that are drawings may hold others. */
const DEEPEST = 12;

class Painter {
  readonly #ops: Pdfjs['OPS'];
  readonly #page: PdfPage;
  readonly #gray: GrayPage;
  #state: GraphicsState;
  readonly #kept: GraphicsState[] = [];
  readonly #text = new TextPlace();
  readonly #paths: ReadonlyMap<number, PathKind>;
  #isClipping = false;
  #depth = 0;

  constructor(ops: Pdfjs['OPS'], page: PdfPage, gray: GrayPage, matrix: Matrix) {
    this.#ops = ops;
    this.#page = page;
    this.#gray = gray;
    this.#state = startState(matrix, gray.box);
    this.#paths = pathKinds(ops);
  }

  async run({fnArray, argsArray}: OperatorList): Promise<void> {
    for (const [at, operator] of fnArray.entries()) {
      await this.#do(operator, toOperands(argsArray[at]));
    }
  }

  async #do(operator: number, args: Operands): Promise<void> {
    const ops = this.#ops;
    const state = this.#state;
    switch (operator) {
      case ops.save:
        return this.#save();
      case ops.restore:
      case ops.paintFormXObjectEnd:
      case ops.endGroup:
        return this.#restore();
      case ops.beginGroup:
        return this.#beginGroup(args);
      case ops.transform:
        return this.#transform(toMatrix(args));
      case ops.paintFormXObjectBegin:
        return this.#beginForm(args);
      case ops.setGState:
        return this.#setAll(args);
      case ops.setLineWidth:
        state.lineWidth = toNumber(args[0]);
        return;
      case ops.setFillRGBColor:
        state.fill = toGray(args[0]);
        return;
      case ops.setStrokeRGBColor:
        state.stroke = toGray(args[0]);
        return;
      case ops.setFillColorN:
      case ops.setFillTransparent:
        state.fill = null;
        return;
      case ops.setStrokeColorN:
      case ops.setStrokeTransparent:
        state.stroke = null;
        return;
      case ops.clip:
      case ops.eoClip:
        this.#isClipping = true;
        return;
      case ops.constructPath:
        return this.#path(args);
      case ops.paintImageXObject:
      case ops.paintInlineImageXObject:
        return await this.#image(args[0], 'image');
      case ops.paintImageMaskXObject:
        return await this.#image(args[0], 'mask');
      case ops.paintSolidColorImageMask:
        return this.#fill(toPolygons(unitSquare, state.matrix), false);
      case ops.showText:
        return await this.#showText(toGlyphs(args[0]));
      default:
        return this.#textOperator(operator, args);
    }
  }

  #textOperator(operator: number, args: Operands): void {
    const ops = this.#ops;
    const state = this.#state;
    const [first, second] = [toNumber(args[0]), toNumber(args[1])];
    switch (operator) {
      case ops.beginText:
        this.#text.begin();
        return;
      case ops.setTextMatrix:
        this.#text.begin(toMatrix(args[0]));
        return;
      case ops.moveText:
        this.#text.moveLine(first, second);
        return;
      case ops.setLeadingMoveText:
        state.leading = second;
        this.#text.moveLine(first, second);
        return;
      case ops.nextLine:
        this.#text.moveLine(0, state.leading);
        return;
      case ops.setLeading:
        state.leading = -first;
        return;
      case ops.setFont:
        this.#setFont(args[0], second);
        return;
      case ops.setCharSpacing:
        state.charSpacing = first;
        return;
      case ops.setWordSpacing:
        state.wordSpacing = first;
        return;
      case ops.setHScale:
        state.horizontalScale = first / 100;
        return;
      case ops.setTextRise:
        state.rise = first;
        return;
      case ops.setTextRenderingMode:
        state.renderingMode = first;
    }
  }

  #save(): void {
    this.#kept.push({...this.#state});
  }

  #restore(): void {
    this.#state = this.#kept.pop() ?? this.#state;
  }

  #transform(matrix: Matrix): void {
    this.#state.matrix = multiply(this.#state.matrix, matrix);
  }

  #beginForm([matrix, box]: Operands): void {
    this.#save();
    this.#transform(toMatrix(matrix));
    this.#clip(box);
  }

  /** What a soft mask draws is not for the eye. */
  #beginGroup([group]: Operands): void {
    this.#save();
    if (typeof group === 'object' && group !== null && 'smask' in group && group.smask)
      this.#state.clip = {left: 0, top: 0, right: 0, bottom: 0};
  }

  #clip(given: unknown): void {
    const box = toBox(given);
    if (box) this.#state.clip = intersect(this.#state.clip, boxAround(this.#state.matrix, box));
  }

  /** Pairs of names and values: `ca`, `CA`, `LW`, `Font`. */
  #setAll([pairs]: Operands): void {
    for (const pair of toOperands(pairs)) {
      const [name, value] = toOperands(pair);
      if (name === 'ca') this.#state.fillAlpha = toNumber(value);
      else if (name === 'CA') this.#state.strokeAlpha = toNumber(value);
      else if (name === 'LW') this.#state.lineWidth = toNumber(value);
      else if (name === 'Font') this.#setFont(toOperands(value)[0], toNumber(toOperands(value)[1]));
    }
  }

  #setFont(name: unknown, size: number): void {
    const {commonObjs} = this.#page;
    const font: PdfFont | undefined =
      typeof name === 'string' && commonObjs.has(name) ? commonObjs.get(name) : undefined;
    this.#state.font = font;
    this.#state.fontSize = Math.abs(size);
    this.#state.fontDirection = size < 0 ? -1 : 1;
  }

  #path([operator, data, box]: Operands): void {
    const commands = toNumbers(toOperands(data)[0]);
    const polygons = commands ? toPolygons(commands, this.#state.matrix) : [];
    const kind = this.#paths.get(toNumber(operator));
    if (kind?.fill) this.#fill(polygons, kind.fill === 'even-odd');
    if (kind?.isStroked) this.#stroke(polygons);
    if (this.#isClipping) this.#clip(box);
    this.#isClipping = false;
  }

  #fill(polygons: readonly Polygon[], isEvenOdd: boolean): void {
    const {fill, fillAlpha, clip} = this.#state;
    if (fill !== null) fillPolygons(this.#gray, polygons, {gray: fill, alpha: fillAlpha, clip, isEvenOdd});
  }

  #stroke(lines: readonly Polygon[]): void {
    const {stroke, strokeAlpha, clip, lineWidth, matrix} = this.#state;
    if (stroke === null) return;
    const fill: Fill = {gray: stroke, alpha: strokeAlpha, clip, isEvenOdd: false};
    for (const bar of toBars(lines, Math.max(1, lineWidth * scaleOf(matrix)))) fillPolygons(this.#gray, [bar], fill);
  }

  /** A picture comes by name or, when it is small, whole; one that cannot be unpacked is null. */
  async #image(given: unknown, kind: 'image' | 'mask'): Promise<void> {
    const image = await this.#imageData(given);
    const {matrix, clip, fill, fillAlpha} = this.#state;
    if (!image) return;
    if (kind === 'image') paintImage(this.#gray, image, {matrix, clip, alpha: fillAlpha});
    else if (fill !== null) paintMask(this.#gray, image, fill, {matrix, clip, alpha: fillAlpha});
  }

  async #imageData(given: unknown): Promise<PdfImage | undefined> {
    const image = toImage(given);
    if (typeof image !== 'string') return image;
    const found = toImage(await this.#object(image));
    return typeof found === 'string' ? undefined : found;
  }

  #object(name: string): Promise<unknown> {
    const objects = name.startsWith('g_') ? this.#page.commonObjs : this.#page.objs;
    return new Promise(resolve => objects.get(name, resolve));
  }

  async #showText(glyphs: readonly (Glyph | number)[]): Promise<void> {
    const state = this.#state;
    const {font, fontSize, fontDirection, horizontalScale} = state;
    if (!font || fontSize === 0 || state.renderingMode === 3 || state.renderingMode === 7) return;
    const start = this.#text.toDevice(state);
    let along = 0;
    for (const glyph of glyphs) {
      if (typeof glyph === 'number') along += ((font.vertical ? 1 : -1) * glyph * fontSize) / 1000;
      else {
        if (font.isType3Font) await this.#drawing(font, glyph, glyphPlace(start, along, glyph, state));
        else if (glyph.isInFont) this.#letter(font, glyph, glyphPlace(start, along, glyph, state));
        along += glyphAdvance(glyph, state);
      }
    }
    if (font.vertical) this.#text.y -= along;
    else this.#text.x += along * horizontalScale * fontDirection;
  }

  #letter(font: PdfFont, {fontChar}: Glyph, matrix: Matrix): void {
    const name = `${font.loadedName}_path_${fontChar}`;
    if (!this.#page.commonObjs.has(name)) return;
    const path = toNumbers(this.#page.commonObjs.get(name)?.path);
    const polygons = path ? toPolygons(path, matrix) : [];
    const mode = this.#state.renderingMode & 3;
    if (mode !== 1) this.#fill(polygons, false);
    if (mode === 1 || mode === 2) this.#stroke(polygons);
  }

  /** A letter of a Type 3 font is a small page of its own. */
  async #drawing(font: PdfFont, {operatorListId}: Glyph, matrix: Matrix): Promise<void> {
    const operators = operatorListId === undefined ? undefined : font.charProcOperatorList?.[operatorListId];
    if (!operators || this.#depth >= DEEPEST) return;
    this.#save();
    this.#state.matrix = multiply(matrix, font.fontMatrix ?? identity);
    this.#depth++;
    const kept = this.#kept.length;
    await this.run(operators);
    this.#kept.length = kept;
    this.#depth--;
    this.#restore();
  }
}

/** As path commands. */
const unitSquare = [0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 4];

interface PathKind {
  readonly fill?: 'non-zero' | 'even-odd';
  readonly isStroked?: boolean;
}

function pathKinds(ops: Pdfjs['OPS']): ReadonlyMap<number, PathKind> {
  return new Map<number, PathKind>([
    [ops.fill, {fill: 'non-zero'}],
    [ops.eoFill, {fill: 'even-odd'}],
    [ops.stroke, {isStroked: true}],
    [ops.closeStroke, {isStroked: true}],
    [ops.fillStroke, {fill: 'non-zero', isStroked: true}],
    [ops.closeFillStroke, {fill: 'non-zero', isStroked: true}],
    [ops.eoFillStroke, {fill: 'even-odd', isStroked: true}],
    [ops.closeEOFillStroke, {fill: 'even-odd', isStroked: true}],
  ]);
}
