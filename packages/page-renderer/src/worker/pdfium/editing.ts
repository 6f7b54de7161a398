export interface PdfiumEditing {
  _FPDFPage_New(document: number, index: number, width: number, height: number): number;
  _FPDFPage_TransFormWithClip(page: number, matrix: number, clip: number): number;
  _FPDFPage_GenerateContent(page: number): number;
  _FPDFPage_InsertObject(page: number, object: number): void;
  _FPDF_GetPageWidthF(page: number): number;
  _FPDF_GetPageHeightF(page: number): number;
  _FPDF_DeviceToPage(
    page: number,
    startX: number,
    startY: number,
    width: number,
    height: number,
    rotate: number,
    x: number,
    y: number,
    pageX: number,
    pageY: number,
  ): number;
  _FPDF_NewXObjectFromPage(target: number, source: number, index: number): number;
  _FPDF_NewFormObjectFromXObject(form: number): number;
  _FPDF_CloseXObject(form: number): void;
  _FPDFText_LoadFont(document: number, data: number, size: number, type: number, isCid: number): number;
  _FPDFFont_Close(font: number): void;
  _FPDFPageObj_CreateTextObj(document: number, font: number, size: number): number;
  _FPDFText_SetText(object: number, utf16: number): number;
  _FPDFPageObj_SetMatrix(object: number, matrix: number): number;
  _FPDFPageObj_SetFillColor(object: number, red: number, green: number, blue: number, alpha: number): number;
  _FPDFPageObj_SetStrokeColor(
    object: number,
    red: number,
    green: number,
    blue: number,
    alpha: number,
  ): number;
  _FPDFPageObj_SetStrokeWidth(object: number, width: number): number;
  _FPDFPageObj_CreateNewRect(x: number, y: number, width: number, height: number): number;
  _FPDFPageObj_CreateNewPath(x: number, y: number): number;
  _FPDFPath_LineTo(path: number, x: number, y: number): number;
  _FPDFPath_BezierTo(
    path: number,
    x1: number,
    y1: number,
    x2: number,
    y2: number,
    x3: number,
    y3: number,
  ): number;
  _FPDFPath_MoveTo(path: number, x: number, y: number): number;
  _FPDFPath_Close(path: number): number;
  _FPDFPath_SetDrawMode(path: number, fill: number, stroke: number): number;
  _FPDFPage_CreateAnnot(page: number, subtype: number): number;
  _FPDFAnnot_GetSubtype(annotation: number): number;
  _FPDFAnnot_GetRect(annotation: number, rectangle: number): number;
  _FPDFAnnot_SetRect(annotation: number, rectangle: number): number;
  _FPDFAnnot_GetBorder(annotation: number, horizontal: number, vertical: number, width: number): number;
  _FPDFAnnot_GetColor(
    annotation: number,
    kind: number,
    red: number,
    green: number,
    blue: number,
    alpha: number,
  ): number;
  _FPDFAnnot_SetURI(annotation: number, uri: number): number;
  _FPDFAnnot_SetBorder(annotation: number, horizontal: number, vertical: number, width: number): number;
  _FPDFPage_CloseAnnot(annotation: number): void;
  _FPDFPage_GetAnnotCount(page: number): number;
  _FPDFPage_GetAnnot(page: number, index: number): number;
  _FPDFPage_RemoveAnnot(page: number, index: number): number;
  _FPDFAnnot_GetFlags(annotation: number): number;
  _FPDFAnnot_HasKey(annotation: number, key: number): number;
  _FPDFPage_Flatten(page: number, usage: number): number;
  _FPDFDOC_InitFormFillEnvironment(document: number, callbacks: number): number;
  _FPDFDOC_ExitFormFillEnvironment(form: number): void;
  _FORM_OnAfterLoadPage(page: number, form: number): void;
  _FORM_OnBeforeClosePage(page: number, form: number): void;
  _FPDFLink_Enumerate(page: number, position: number, link: number): number;
  _FPDFLink_GetAnnotRect(link: number, rectangle: number): number;
  _FPDFLink_GetAction(link: number): number;
  _FPDFAction_GetURIPath(document: number, action: number, buffer: number, size: number): number;
  _FPDFPage_CountObjects(page: number): number;
  _FPDFPage_GetObject(page: number, index: number): number;
  _FPDFFormObj_CountObjects(form: number): number;
  _FPDFFormObj_GetObject(form: number, index: number): number;
  _FPDFFormObj_RemoveObject(form: number, object: number): number;
  _FPDFPage_RemoveObject(page: number, object: number): number;
  _FPDFPageObj_Destroy(object: number): void;
  _FPDFPageObj_AddMark(object: number, name: number): number;
  _FPDFPageObj_CountMarks(object: number): number;
  _FPDFPageObj_GetMark(object: number, index: number): number;
  _FPDFPageObj_RemoveMark(object: number, mark: number): number;
  _FPDFPageObjMark_GetName(mark: number, buffer: number, size: number, written: number): number;
  _FPDFPageObjMark_GetParamStringValue(
    mark: number,
    key: number,
    buffer: number,
    size: number,
    written: number,
  ): number;
  _FPDFPageObj_GetType(object: number): number;
  _FPDFTextObj_GetTextRenderMode(object: number): number;
  _FPDFPageObj_SetIsActive(object: number, active: number): number;
  _FPDFPageObj_GetBounds(object: number, left: number, bottom: number, right: number, top: number): number;
  _FPDFTextObj_SetTextRenderMode(object: number, mode: number): number;
}
