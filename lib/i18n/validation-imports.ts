import type { Language } from "./languages";

/** What is said about files that are imported, and about their rows. */
export const IMPORT_MESSAGES = {
  fileUnreadable: {
    en: "The file cannot be read: it is neither CSV nor an Excel workbook (.xlsx).",
    "zh-Hant": "無法讀取檔案：並非 CSV 或 Excel 活頁簿 (.xlsx)。",
  },
  fileOldWorkbook: {
    en: "This is a workbook of before 2007 (.xls), or has a password. Save it as .xlsx or CSV without one.",
    "zh-Hant": "這是 2007 年前的活頁簿 (.xls)，或設有密碼。請另存為沒有密碼的 .xlsx 或 CSV。",
  },
  fileQuote: {
    en: "A quotation mark that begins a cell is never closed, at or before row {line}.",
    "zh-Hant": "第 {line} 行或之前有儲存格以引號開始但沒有結束。",
  },
  fileRows: {
    en: "A file may have at most {max} rows. Part it into several.",
    "zh-Hant": "每個檔案最多 {max} 行。請分成數個檔案。",
  },
  fileColumns: {
    en: "Row {line} has more than {max} columns, the most a file may have.",
    "zh-Hant": "第 {line} 行超過 {max} 欄，即檔案的上限。",
  },
  fileCell: {
    en: "Row {line} has a cell of more than {max} characters, the most a cell may have.",
    "zh-Hant": "第 {line} 行有儲存格超過 {max} 個字元，即儲存格的上限。",
  },
  fileUnpacked: {
    en: "The workbook would take more than {max} MiB when unpacked, the most that is read.",
    "zh-Hant": "活頁簿解壓後超過 {max} MiB，即可讀取的上限。",
  },
  fileNoRows: { en: "The file has no rows below its headers.", "zh-Hant": "檔案的標題行以下沒有資料。" },
  importLimit: {
    en: "{max} imports are not finished yet, the most there may be. Start or cancel one first.",
    "zh-Hant": "已有 {max} 個匯入未完成，達到上限。請先開始或取消其中一個。",
  },
  importNotOpen: {
    en: "The import is {status}: only one that is WRONG or READY can be changed or started.",
    "zh-Hant": "此匯入的狀態為 {status}，只有 WRONG 或 READY 才可更改或開始。",
  },
  importHeader: { en: "The file has no column {header}.", "zh-Hant": "檔案沒有「{header}」欄。" },
  importColumn: { en: "{column} is no column of these.", "zh-Hant": "沒有名為 {column} 的欄位。" },
  importColumnTwice: {
    en: "Two columns of the file cannot both be {column}.",
    "zh-Hant": "檔案不能有兩欄同為 {column}。",
  },
  importSkipWrong: {
    en: "{wrong} rows are wrong. Correct them, or say that they are to be left out.",
    "zh-Hant": "有 {wrong} 行資料錯誤。請先修正，或選擇略過。",
  },
  importAgain: {
    en: "The same content was imported before, as {same_as}. Confirm that it is to be imported once more.",
    "zh-Hant": "相同內容曾經匯入，編號為 {same_as}。如要再次匯入，請確認。",
  },
  importOther: {
    en: "The import has changed: it would make {ready} now, for HKD {price}. Look at it again.",
    "zh-Hant": "匯入內容已更改：現會建立 {ready} 項，收費為 HKD {price}。請再次查看。",
  },
  importNothing: { en: "Nothing in the file is without errors.", "zh-Hant": "檔案內沒有任何無誤的資料。" },
  digitsLost: {
    en: "{value} has lost its digits in the spreadsheet. Format the column as text and enter it again.",
    "zh-Hant": "{value} 在試算表中已失去部分數字。請將該欄設為文字格式再重新輸入。",
  },
  sheetError: {
    en: "{value} is an error of the spreadsheet.",
    "zh-Hant": "{value} 是試算表的錯誤值。",
  },
  referenceAgain: {
    en: "Row {row} has this reference already. Lines of one order must follow one another.",
    "zh-Hant": "第 {row} 行已有此參考編號。同一訂單的各行必須相連。",
  },
  rowAgain: {
    en: "Row {row} has it already. Each row needs one of its own.",
    "zh-Hant": "第 {row} 行已有此資料，每行不可相同。",
  },
  lineDiffers: {
    en: "Row {row}, the first of this order, says something else. Leave it blank here.",
    "zh-Hant": "與此訂單的首行 (第 {row} 行) 不同。請在此留空。",
  },
  addressLines: {
    en: "The address does not fit {lines} lines of {max} characters. Shorten it, or move parts to city and state.",
    "zh-Hant": "地址超出 {lines} 行、每行 {max} 個字元。請縮短，或將部分移至城市及州份。",
  },
  shipTypeWord: {
    en: "Must be local or intl.",
    "zh-Hant": "必須為 local (本地) 或 intl (國際)。",
  },
  localAbroad: {
    en: "A local order goes to an address in Hong Kong.",
    "zh-Hant": "本地訂單的收件地址必須在香港。",
  },
  senderMissing: {
    en: "New orders of this kind have no sender yet. Set one under Settings, Defaults.",
    "zh-Hant": "這類訂單未設定寄件人。請在「設定」的「預設值」設定。",
  },
  importHoldEnded: {
    en: "A rule held this order when the file was checked, and does not any more. Import it again.",
    "zh-Hant": "檢查檔案時有規則將此訂單暫緩，現在已不適用。請重新匯入。",
  },
  importChanged: {
    en: "Defaults or saved items have changed since the file was checked, so that it would be another one. Import it again.",
    "zh-Hant": "檔案檢查後，預設或已儲存貨品有所更改，內容會不同。請重新匯入。",
  },
  importDearer: {
    en: "It costs HKD {price} now, more than the HKD {shown} that were shown.",
    "zh-Hant": "現時收費為 HKD {price}，高於之前顯示的 HKD {shown}。",
  },
} as const satisfies Record<string, Record<Language, string>>;
