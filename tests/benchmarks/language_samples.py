"""A few sentences in many languages, for what has to hold in each of them.

`memory` answers `question` in other forms of its words; `other` is a memory about something else.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageSample:
    """One language: a greeting, a memory with a question to it, a place, two sentences."""

    code: str
    greeting: str
    memory: str
    other: str
    question: str
    unanswered: str
    """A question about what nothing tells of."""
    place: str
    going_there: str
    sentences: tuple[str, ...]


SAMPLES = (
    LanguageSample(
        code="en", greeting="Good evening!", place="Lighthouse",
        memory="The ferryman keeps his boat behind the mill.",
        other="The baker sells bread on Saturday.",
        question="Where does the ferryman keep the boat?",
        unanswered="How old is the king of France?",
        going_there="Climbing the lighthouse stairs",
        sentences=("Mr. Venn came at 3.15 p.m. today.", "Did he stay?", "No!"),
    ),
    LanguageSample(
        code="zh", greeting="晚上好！", place="灯塔",
        memory="船夫把船藏在磨坊后面。", other="面包师星期六卖面包。",
        question="船夫把船藏在哪里？", unanswered="法国国王多大年纪？",
        going_there="爬灯塔的楼梯",
        sentences=("他三点来了。", "他留下了吗？", "没有！"),
    ),
    LanguageSample(
        code="ru", greeting="Добрый вечер!", place="Маяк",
        memory="Паромщик держит свою лодку за мельницей.", other="Пекарь продаёт хлеб по субботам.",
        question="Где паромщик держит лодки?", unanswered="Сколько лет королю Франции?",
        going_there="Поднимается на маяке по лестнице",
        sentences=("А. П. Чехов пришёл в 3.15.", "Он остался?", "Нет!"),
    ),
    LanguageSample(
        code="de", greeting="Guten Abend!", place="Brücke",
        memory="Der Fährmann versteckt sein Boot hinter der Mühle.",
        other="Der Bäcker verkauft am Samstag Brot.",
        question="Wo versteckt der Fährmann das Boot?",
        unanswered="Wie alt ist der König von Frankreich?",
        going_there="Über die Brücken gehen",
        sentences=("Das kostet 3,50 Euro.", "„Bleibt er?“", "Nein!"),
    ),
    LanguageSample(
        code="fr", greeting="Bonsoir !", place="Église",
        memory="Le passeur cache sa barque derrière le moulin.",
        other="Le boulanger vend du pain le samedi.",
        question="Où est-ce que le passeur cache la barque ?",
        unanswered="Quel âge a le roi de France ?",
        going_there="Prier à l'église",
        sentences=("Il est venu à 15 h 30.", "Est-il resté ?", "« Non ! »"),
    ),
    LanguageSample(
        code="es", greeting="¡Buenas noches!", place="Faro",
        memory="El barquero esconde su bote detrás del molino.",
        other="La panadera vende pan los sábados.",
        question="¿Dónde esconde el barquero su bote?",
        unanswered="¿Cuántos años tiene el rey de Francia?",
        going_there="Subir las escaleras del faro",
        sentences=("Vino a las 3.15 de la tarde.", "¿Se quedó?", "¡No!"),
    ),
    LanguageSample(
        code="pt", greeting="Boa noite!", place="Farol",
        memory="O barqueiro esconde o barco atrás do moinho.",
        other="A padeira vende pão ao sábado.",
        question="Onde é que o barqueiro esconde o barco?",
        unanswered="Quantos anos tem o rei da França?",
        going_there="Subir as escadas do farol",
        sentences=("Chegou às 3.15 da tarde.", "Ficou?", "Não!"),
    ),
    LanguageSample(
        code="pl", greeting="Dobry wieczór!", place="Młyn",
        memory="Przewoźnik ukrywa łódkę za młynem.", other="Piekarz sprzedaje chleb w sobotę.",
        question="Gdzie przewoźnik ukrywa łódkę?", unanswered="Ile lat ma król Francji?",
        going_there="Mielenie zboża: młyn",
        sentences=("Przyszedł o 3.15.", "Czy został?", "Nie!"),
    ),
    LanguageSample(
        code="tr", greeting="İyi akşamlar!", place="İskele",
        memory="Kayıkçı kayığını değirmenin arkasında saklıyor.",
        other="Fırıncı cumartesi günü ekmek satıyor.",
        question="Kayıkçı kayığını nerede saklıyor?", unanswered="Fransa kralı kaç yaşında?",
        going_there="İSKELE tarafına yürümek",
        sentences=("Saat 3.15 gibi geldi.", "Kaldı mı?", "Hayır!"),
    ),
    LanguageSample(
        code="ar", greeting="مساء الخير!", place="المنارة",
        memory="يخفي المراكبي قاربه خلف الطاحونة.", other="يبيع الخباز الخبز يوم السبت.",
        question="أين يخفي المراكبي القارب؟", unanswered="كم عمر ملك فرنسا؟",
        going_there="يصعد درج المنارة",
        sentences=("جاء في الساعة 3.15.", "هل بقي؟", "لا!"),
    ),
    LanguageSample(
        code="fa", greeting="عصر بخیر!", place="آسیاب",
        memory="قایقران قایق را پشت آسیاب پنهان می‌کند.", other="نانوا شنبه‌ها نان می‌فروشد.",
        question="قایقران قایق را کجا پنهان می‌کند؟", unanswered="پادشاه فرانسه چند سال دارد؟",
        going_there="رفتن به آسیاب",
        sentences=("ساعت 3.15 آمد.", "ماند؟", "نه!"),
    ),
    LanguageSample(
        code="hi", greeting="शुभ संध्या!", place="प्रकाशस्तंभ",
        memory="मल्लाह अपनी नाव चक्की के पीछे छिपाता है।", other="नानबाई शनिवार को रोटी बेचता है।",
        question="मल्लाह नाव कहाँ छिपाता है?", unanswered="फ़्रांस के राजा की उम्र क्या है?",
        going_there="प्रकाशस्तंभ की सीढ़ियाँ चढ़ना",
        sentences=("वह आज आया।", "क्या वह रुका?", "नहीं!"),
    ),
    LanguageSample(
        code="th", greeting="สวัสดีครับ", place="ประภาคาร",
        memory="คนพายเรือซ่อนเรือไว้หลังโรงสี", other="คนทำขนมปังขายขนมปังวันเสาร์",
        question="คนพายเรือซ่อนเรือไว้ที่ไหน", unanswered="กษัตริย์ฝรั่งเศสอายุเท่าไร",
        going_there="ขึ้นบันไดประภาคาร",
        sentences=("เขามาแล้ว!", "เขาอยู่ไหม?", "ไม่"),
    ),
    LanguageSample(
        code="ja", greeting="こんばんは。いらっしゃいませ。", place="灯台",
        memory="渡し守は舟を水車小屋の裏に隠している。", other="パン屋は土曜日にパンを売る。",
        question="渡し守は舟をどこに隠していますか？", unanswered="フランスの王様は何歳ですか？",
        going_there="灯台の階段を上る",
        sentences=("彼は三時に来た。", "残りましたか？", "いいえ！"),
    ),
    LanguageSample(
        code="ko", greeting="안녕하세요!", place="등대",
        memory="뱃사공은 배를 방앗간 뒤에 숨기고 있다.", other="빵집 주인은 토요일에 빵을 판다.",
        question="뱃사공은 배를 어디에 숨기나요?", unanswered="프랑스 왕은 몇 살입니까?",
        going_there="등대 계단을 오른다",
        sentences=("그는 3.15에 왔다.", "남았습니까?", "아니요!"),
    ),
    LanguageSample(
        code="el", greeting="Καλησπέρα!", place="Φάρος",
        memory="Ο βαρκάρης κρύβει τη βάρκα του πίσω από τον μύλο.",
        other="Ο φούρναρης πουλάει ψωμί το Σάββατο.",
        question="Πού κρύβει ο βαρκάρης τη βάρκα;", unanswered="Πόσων ετών είναι ο βασιλιάς;",
        going_there="Ανεβαίνει στον φάρο",
        sentences=("Ήρθε στις 3.15.", "Έμεινε;", "Όχι!"),
    ),
    LanguageSample(
        code="he", greeting="ערב טוב!", place="מגדלור",
        memory="הספן מסתיר את הסירה מאחורי הטחנה.", other="האופה מוכר לחם בשבת.",
        question="איפה הספן מסתיר את הסירה?", unanswered="בן כמה מלך צרפת?",
        going_there="לטפס על מגדלור",
        sentences=("הוא בא ב-3.15.", "הוא נשאר?", "לא!"),
    ),
    LanguageSample(
        code="uk", greeting="Добрий вечір!", place="Маяк",
        memory="Перевізник ховає човен за млином.", other="Пекар продає хліб у суботу.",
        question="Де перевізник ховає човен?", unanswered="Скільки років королю Франції?",
        going_there="Піднімається на маяк",
        sentences=("Він прийшов о 3.15.", "Він лишився?", "Ні!"),
    ),
    LanguageSample(
        code="vi", greeting="Chào buổi tối!", place="Hải đăng",
        memory="Người lái đò giấu thuyền sau cối xay.", other="Người thợ bánh bán bánh mì thứ bảy.",
        question="Người lái đò giấu thuyền ở đâu?", unanswered="Vua nước Pháp bao nhiêu tuổi?",
        going_there="Leo lên hải đăng",
        sentences=("Ông ấy đến lúc 3.15.", "Ông ấy ở lại không?", "Không!"),
    ),
)  # fmt: skip
